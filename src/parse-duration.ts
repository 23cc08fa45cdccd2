import { freeParser, type Parser } from './parse.ts';
import { unexpected } from './quote.ts';

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
 * `example` is a sensible one; `words` are what the option accepts beside durations, which the hint of the error names.
 */
export function duration(
  subject: string,
  max: number,
  example: string,
  words: ReadonlyArray<string> = [],
): Parser<number> {
  const parse = (text: string) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= max) return seconds;
    const others = words.length === 0 ? '' : ` Or ${words.join(' or ')}.`;
    const hint = `Give seconds, or numbers with units: 90s, 5m, 1h30m or 1d. At most ${formatSeconds(max)}.${others}`;
    const isZero = /^0+(\.0+)?[smhd]?$/.test(text);
    const kind = isZero ? 'more than 0' : seconds !== null ? `at most ${formatSeconds(max)}` : 'a duration';
    throw unexpected(`${subject} must be ${kind}, not`, text, hint);
  };
  return freeParser('duration', parse, example);
}

export const parseInterval: Parser<number> = duration('the interval', DAY_SECONDS, '90s');

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
