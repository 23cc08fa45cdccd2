import type { Options, RowOptions } from '../../cli/options.ts';
import { shellWord } from '../../lib/quote.ts';
import { TIMEFRAMES } from '../../market/catalogue.ts';
import { cleanText } from '../../text/safe-text.ts';

/** Returns the options that make a command read the same data: ` --sandbox -t day`. */
export function sourceFlags({ sandbox, baseUrl, at, timeframe }: Options): string {
  const all = TIMEFRAMES.join(',');
  return flags({
    '--sandbox': sandbox === true ? '' : undefined,
    '--base-url': baseUrl,
    '--at': at?.trim(),
    '-t': timeframe?.join(',').replace(all, 'all'),
  });
}

export function filterFlags({ board, symbol, bias, minBoards }: RowOptions & Pick<Options, 'board'>): string {
  return flags({
    '-b': board?.join(','),
    '--symbol': symbol?.join(','),
    '--bias': bias,
    '--min-boards': minBoards?.toString(),
  });
}

/** Quotes values for a shell and skips undefined ones. An empty value leaves only the option. */
export function flags(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given
    .map(([flag, value = '']) => ` ${flag}${value === '' ? '' : ` ${shellWord(cleanText(value))}`}`)
    .join('');
}
