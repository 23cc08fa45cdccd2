import { checked, isOff, type Parser } from './values.ts';

export const MAX_DAYS = 3650;

/** For how many days recordings are kept; `off`: nothing is recorded. */
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
/** From the longest. */
const UNITS = { d: DAY_SECONDS, h: 3600, m: 60, s: 1 } as const;
const DURATION = new RegExp(
  `^${Object.keys(UNITS)
    .map((unit) => String.raw`(?:(\d{1,9}(?:\.\d{1,9})?)${unit})?`)
    .join('')}$`,
);

/**
 * A duration in seconds: a plain number, or numbers with units such as 90s, 5m, 1h30m or 2d. More than 0, at most `max`.
 * `example` is a sensible one; `words` are what the option accepts beside durations.
 */
export function duration<Word extends string = never>(
  subject: string,
  max: number,
  example: string,
  words: ReadonlyArray<Word> = [],
): Parser<number | Word> {
  const what = `${[...words, ''].join(', ')}${words.length > 0 ? 'or ' : ''}a duration of more than 0 and at most ${formatSeconds(max)}`;
  return checked(subject, what, { words, example }, (text) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= max) return seconds;
    return words.find((word) => word === text.toLowerCase()) ?? null;
  });
}

export const parseInterval = duration('the interval', DAY_SECONDS, '90s');

/** The seconds of a duration above zero: 90, 90s, 5m, 1.5h, 1h30m or 2d; null for another text. */
export function secondsOf(text: string): number | null {
  const parts = DURATION.exec(/^[\d.]+$/.test(text) ? `${text}s` : text)?.slice(1) ?? [];
  const seconds = Object.values(UNITS).reduce(
    (sum, unit, index) => sum + Number(parts[index] ?? 0) * unit,
    0,
  );
  return seconds > 0 ? seconds : null;
}

/** In the longest unit that needs no fraction: `10m`, `7d`. */
function formatSeconds(seconds: number): string {
  const [unit, size] = Object.entries(UNITS).find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
