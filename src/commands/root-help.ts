import type { Context } from '../context.ts';
import { TOPIC_NAMES } from './help-topics.ts';
import type { CommandList } from './shared/command-list.ts';
import { PAGE_WIDTH, withScreenHint } from './shared/screen-hint.ts';

const EXAMPLES = `Examples:
  boards --sandbox                       simulated data, no key
  boards -t swing -b movers,rvol         two boards of the swing timeframe
  boards --json | jq -r .topPlay.symbol  one field, for a script`;

/**
 * The help of the program: all commands in groups, three examples, the options most used, in 23 lines of at most 80 cells. It needs
 * no commander, so that it is fast.
 */
export async function rootHelp(
  commands: CommandList,
  terminal: Pick<Context, 'stdout' | 'platform'>,
): Promise<string> {
  let shown = '';
  const { columns = 0 } = terminal.stdout;
  const isNarrow = columns > 0 && columns < PAGE_WIDTH;
  const lines = Object.entries(commands).flatMap(([name, { group, summary }]) => {
    const heading = group === shown ? '' : group;
    shown = group;
    const line = `${name.padEnd(12)}${summary}`;
    if (!isNarrow) return `  ${heading.padEnd(8)}${line}`;
    return heading === '' ? `  ${line}` : [`${heading}:`, `  ${line}`];
  });
  const page = [
    'Usage: boards [command] [options]     Options: boards <command> --help',
    '',
    ...lines,
    '',
    EXAMPLES,
    'Options: -t <timeframes>, -l <rows>, -b <boards>, --symbol <tickers>, -w, --json',
    `Topics:  ${TOPIC_NAMES.join(', ')}`,
    '',
  ].join('\n');
  return withScreenHint(page, 'boards --help', terminal);
}
