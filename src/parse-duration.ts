import { freeParser, type Parser } from './parse.ts';
import { unexpected } from './quote.ts';

const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600 } as const;
export const DAY_SECONDS = 24 * 60 * 60;

/**
 * A duration in seconds: a plain number, or one with a unit such as 90s, 5m or 2h. More than 0, at most `max`. `example` is a sensible
 * one; `words` are what the option accepts beside durations, which the hint of the error names.
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
    const days = /^[\d.]+ ?d(ays?)?$/i.test(text) ? 'A day is 24h: there is no unit for it. ' : '';
    const hint = `${days}Give seconds, or a number with a unit: 90s, 5m or 2h. At most ${formatSeconds(max)}.${others}`;
    const isZero = /^0+(\.0+)?[smh]?$/.test(text);
    const kind = isZero ? 'more than 0' : seconds !== null ? `at most ${formatSeconds(max)}` : 'a duration';
    throw unexpected(`${subject} must be ${kind}, not`, text, hint);
  };
  return freeParser('duration', parse, example);
}

export const parseInterval: Parser<number> = duration('the interval', DAY_SECONDS, '90s');

/** The seconds of a duration above zero: 90, 90s, 5m or 1.5h; null for another text. */
export function secondsOf(text: string): number | null {
  const [, digits = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)([smh])?$/.exec(text) ?? [];
  const seconds = Number(digits) * secondsPer(unit);
  return seconds > 0 ? seconds : null;
}

function secondsPer(unit: string): number {
  return unit === 'h' ? SECONDS_PER_UNIT.h : unit === 'm' ? SECONDS_PER_UNIT.m : SECONDS_PER_UNIT.s;
}

function formatSeconds(seconds: number): string {
  if (seconds % SECONDS_PER_UNIT.h === 0) return `${seconds / SECONDS_PER_UNIT.h}h`;
  return seconds % SECONDS_PER_UNIT.m === 0 ? `${seconds / SECONDS_PER_UNIT.m}m` : `${seconds}s`;
}
