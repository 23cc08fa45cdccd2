import type { Since } from '../../model/since.ts';
import { type Parser, parser } from '../../parse.ts';
import { DAY_SECONDS, duration } from '../../parse-duration.ts';

export const SINCE_HELP = 'compare with the snapshot that long ago: 15m, 1h, start, or last (default)';
const EXAMPLE = '15m';

/** What the pane compares with: `last`, `start`, or milliseconds. */
export const parseSince: Parser<Since> = (() => {
  const words = ['last', 'start'] as const;
  const milliseconds = duration('--since', DAY_SECONDS, EXAMPLE, words);
  const parse = (text: string) =>
    words.find((word) => word === text.toLowerCase()) ?? milliseconds(text) * 1000;
  return parser(parse, { name: 'duration', kind: 'one', words, example: EXAMPLE });
})();
