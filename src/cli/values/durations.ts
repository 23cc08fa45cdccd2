import { checked, isOff, type Parser } from './values.ts';

export const MAX_DAYS = 3650;

export const parseRecord: Parser<number | 'off'> = checked(
  'record',
  `off or a number of days from 1 to ${MAX_DAYS}`,
  { words: ['off'], example: '30' },
  (text) => {
    const word = text.trim().toLowerCase();
    if (isOff(word)) return 'off';
    const days = /^\d{1,9}$/.test(word) ? Number(word) : 0;
    return days >= 1 && days <= MAX_DAYS ? days : null;
  },
);

export const DAY_SECONDS = 24 * 60 * 60;
/** The longest unit must come first, for DURATION and `formatSeconds`. */
const UNITS = { d: DAY_SECONDS, h: 3600, m: 60, s: 1 } as const;
const DURATION = new RegExp(
  `^${Object.keys(UNITS)
    .map((unit) => String.raw`(?:(\d{1,9}(?:\.\d{1,9})?)${unit})?`)
    .join('')}$`,
);

/** Parses a duration into seconds. The option also accepts `words`. */
export function duration<Word extends string = never>(
  subject: string,
  maxSeconds: number,
  example: string,
  words: ReadonlyArray<Word> = [],
): Parser<number | Word> {
  const what = `${[...words, ''].join(', ')}${words.length > 0 ? 'or ' : ''}a duration of more than 0 and at most ${formatSeconds(maxSeconds)}`;
  return checked(subject, what, { words, example }, (text) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= maxSeconds) return seconds;
    return words.find((word) => word === text.toLowerCase()) ?? null;
  });
}

export const parseInterval = duration('the interval', DAY_SECONDS, '90s');

/** Accepts 90, 90s, 5m, 1.5h, 1h30m and 2d. Returns null for zero and for other text. */
export function secondsOf(text: string): number | null {
  const parts = DURATION.exec(/^[\d.]+$/.test(text) ? `${text}s` : text)?.slice(1) ?? [];
  const seconds = Object.values(UNITS).reduce(
    (sum, unit, index) => sum + Number(parts[index] ?? 0) * unit,
    0,
  );
  return seconds > 0 ? seconds : null;
}

/** Returns a duration that `secondsOf` parses: `2h`, `90m`. */
export function formatSeconds(seconds: number): string {
  const [unit, size] = Object.entries(UNITS).find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
