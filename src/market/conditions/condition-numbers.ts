import { UsageError } from '../../errors.ts';
import { unexpected } from '../../quote.ts';

/** What a condition can compare. */
export const NUMBERS = ['boards', 'rank', 'dayPct', 'breadth'] as const;
export type ConditionNumber = (typeof NUMBERS)[number];

/** A number with its lowest or highest value: `boards>=4`, `rank<=3`. */
export interface Bound {
  readonly number: ConditionNumber;
  readonly isAtLeast: boolean;
  readonly value: number;
}

interface NumberForm {
  /** How to write it, with its quotes. */
  readonly quoted: string;
  readonly pattern: RegExp;
  readonly min: number;
  readonly max: number;
  /** 1 for whole numbers, so that `>4` is `>=5`; 0 where any value lies between two others. */
  readonly step: 0 | 1;
  /** How many `%` are one; null if it is never in percent. */
  readonly percents: number | null;
  /** What a value must be, for errors. */
  readonly range: string;
}

const COUNT = { pattern: /^\d{1,4}$/, max: 9999, step: 1, percents: null } as const;
export const FORMS: Readonly<Record<ConditionNumber, NumberForm>> = {
  boards: {
    ...COUNT,
    quoted: "'boards>=4'",
    min: 0,
    range: 'a whole number, at most 9999',
  },
  rank: {
    ...COUNT,
    quoted: "'rank<=3'",
    min: 1,
    range: 'a whole number from 1 to 9999',
  },
  dayPct: {
    step: 0,
    quoted: "'dayPct>=8'",
    pattern: /^-?(\d{1,6}(\.\d{1,6})?|\.\d{1,6})$/,
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
    percents: 1,
    range: 'a number of percent, such as 8 or -5.5',
  },
  breadth: {
    step: 0,
    quoted: "'breadth<=0.4'",
    pattern: /^(\d{1,3}(\.\d{1,6})?|\.\d{1,6})$/,
    min: 0,
    max: 1,
    percents: 100,
    range: 'a share from 0 to 1, or from 0% to 100%, the advancers of advancers and decliners',
  },
};

/** `rank<=3` */
export function formatBound({ number, isAtLeast, value }: Bound): string {
  return `${number}${isAtLeast ? '>=' : '<='}${value}`;
}

/** The bound of a term such as `boards>=4`, from its parts. Throws UsageError. */
export function parseBound(
  number: ConditionNumber,
  operator: string,
  text: string,
  term: string,
  option: string,
): Bound {
  const { range, quoted } = FORMS[number];
  if (text === '') throw missingNumber(number, option);
  const value = parseValue(number, text);
  if (value === null) {
    const hint = `${number} is compared with ${range}. For example: ${quoted}`;
    throw unexpected(`${option}: invalid number in`, term, hint);
  }
  if (operator === '>=' || operator === '<=') return { number, isAtLeast: operator === '>=', value };
  const hint = meantBound(number, operator, value);
  throw unexpected(`${option}: use >= or <= in`, term, hint);
}

/** Null for a text that is no value of the number. */
function parseValue(number: ConditionNumber, text: string): number | null {
  const { pattern, min, max, percents } = FORMS[number];
  const digits = percents === null ? text : text.replace(/\s*%$/, '');
  if (!pattern.test(digits)) return null;
  // + 0 converts -0 to 0.
  const value = Number(digits) / (digits === text ? 1 : (percents ?? 1)) + 0;
  return value >= min && value <= max ? value : null;
}

/** What to write instead of an operator other than `>=` and `<=`. */
function meantBound(number: ConditionNumber, operator: string, value: number): string {
  const { step } = FORMS[number];
  if (operator === ':') return `Write '${number}>=${value}' or '${number}<=${value}'.`;
  if (['=>', '≥'].includes(operator)) return writeOne(atLeast(number, value));
  if (['=<', '≤'].includes(operator)) return writeOne(atMost(number, value));
  const above = atLeast(number, value + step);
  const below = atMost(number, value - step);
  if (operator === '>') return writeOne(above);
  if (operator === '<') return writeOne(below);
  if (operator !== '!=') return `Write '${number}>=${value}+${number}<=${value}'.`;
  if (step === 0) return chooseSide(number, value);
  if (above === null || below === null) return writeOne(above ?? below);
  return `Write both sides as alternatives: '${below},${above}'`;
}

function chooseSide(number: ConditionNumber, value: number): string {
  return `A low and a high ${number} both matter. Write '${number}<=${value}' or '${number}>=${value}'.`;
}

/** Null if no value is so high. */
function atLeast(number: ConditionNumber, value: number): string | null {
  return value > FORMS[number].max ? null : formatBound({ number, isAtLeast: true, value });
}

/** Null if no value is so low. */
function atMost(number: ConditionNumber, value: number): string | null {
  return value < FORMS[number].min ? null : formatBound({ number, isAtLeast: false, value });
}

function writeOne(bound: string | null): string {
  return bound === null ? 'That never holds.' : `Write '${bound}'.`;
}

/** A shell that finds no quotes takes `>=4` as a file to write to, so that only the word before it arrives. */
export function missingNumber(number: ConditionNumber, option: string): UsageError {
  return new UsageError(`${option}: no number after ${number}`, {
    hint: `Quote it, because the shell takes < and > for itself: ${option} ${FORMS[number].quoted}`,
  });
}
