import type { Options, RowOptions } from '../../cli/options.ts';
import { shellWord } from '../../lib/quote.ts';
import { TIMEFRAMES } from '../../market/catalogue.ts';
import { cleanText } from '../../text/safe-text.ts';

/** The options by which a command reads the same data: ` --sandbox -t day`. */
export function sourceFlags({ sandbox, baseUrl, at, timeframe }: Options): string {
  const all = TIMEFRAMES.join(',');
  return flags({
    '--sandbox': sandbox === true ? '' : undefined,
    '--base-url': baseUrl,
    '--at': at?.trim(),
    '-t': timeframe?.join(',').replace(all, 'all'),
  });
}

/** The options that choose boards and rows: ` -b movers --bias bearish`. */
export function filterFlags({ board, symbol, bias, minBoards }: RowOptions & Pick<Options, 'board'>): string {
  return flags({
    '-b': board?.join(','),
    '--symbol': symbol?.join(','),
    '--bias': bias,
    '--min-boards': minBoards?.toString(),
  });
}

/** Options with their values, for a shell, without those that are undefined. An empty value is none. */
export function flags(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given
    .map(([flag, value = '']) => ` ${flag}${value === '' ? '' : ` ${shellWord(cleanText(value))}`}`)
    .join('');
}
