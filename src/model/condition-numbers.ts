import { UsageError } from '../errors.ts';
import { unexpected } from '../quote.ts';

/** What a condition can compare. */
export const NUMBERS = ['boards', 'rank', 'dayPct', 'breadth'] as const;
export type ConditionNumber = (typeof NUMBERS)[number];

/** A number with its lowest or highest value: `boards>=4`, `rank<=3`. */
export interface Bound {
  readonly number: ConditionNumber;
  readonly isAtLeast: boolean;
  readonly value: number;
}

/** What an error says beside the term. */
export interface TermContext {
  /** `--on` or `--until`. */
  readonly option: string;
  /** All words that are not of the vocabulary; they decide how much of one an error may quote. */
  readonly whole: string;
}

interface NumberForm {
  /** How to write it, in quotes and, where there is one, without. */
  readonly quoted: string;
  readonly bare: string | null;
  /** The better side, which `:` stands for; null if neither side is. */
  readonly isAtLeast: ((digits: string) => boolean) | null;
  readonly pattern: RegExp;
  readonly isValid: (value: number) => boolean;
  /** What a value must be, for errors. */
  readonly range: string;
}

const COUNT = /^\d{1,4}$/;
export const FORMS: Readonly<Record<ConditionNumber, NumberForm>> = {
  boards: {
    quoted: 'boards>=4',
    bare: 'boards:4',
    isAtLeast: () => true,
    pattern: COUNT,
    isValid: () => true,
    range: 'a whole number, at most 9999',
  },
  rank: {
    quoted: 'rank<=3',
    bare: 'rank:3',
    isAtLeast: () => false,
    pattern: COUNT,
    isValid: (value) => value >= 1,
    range: 'a whole number from 1 to 9999',
  },
  dayPct: {
    quoted: 'dayPct>=8',
    bare: 'dayPct:8',
    isAtLeast: (digits) => !digits.startsWith('-'),
    pattern: /^-?(\d{1,6}(\.\d{1,6})?|\.\d{1,6})$/,
    isValid: () => true,
    range: 'a number of percent, such as 8 or -5.5',
  },
  breadth: {
    quoted: 'breadth<=0.4',
    bare: null,
    isAtLeast: null,
    pattern: /^(\d(\.\d{1,6})?|\.\d{1,6})$/,
    isValid: (value) => value <= 1,
    range: 'a share from 0 to 1, the advancers of advancers and decliners',
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
  context: TermContext,
): Bound {
  const { pattern, isValid, range, isAtLeast } = FORMS[number];
  if (text === '') throw missingNumber(number, context);
  const digits = number === 'dayPct' ? text.replace(/\s*%$/, '') : text;
  // + 0 converts -0 to 0.
  const value = pattern.test(digits) ? Number(digits) + 0 : Number.NaN;
  if (Number.isNaN(value) || !isValid(value)) {
    const hint = `${number} is compared with ${range}. For example: ${FORMS[number].quoted}`;
    throw unexpected(`${context.option}: invalid number in`, term, hint, context.whole);
  }
  if (operator === '>=' || operator === '<=') return { number, isAtLeast: operator === '>=', value };
  if (operator !== ':') throw wrongOperator(number, operator, value, term, context);
  if (isAtLeast !== null) return { number, isAtLeast: isAtLeast(digits), value };
  const hint = `A low and a high ${number} both matter. Write '${number}<=${value}' or '${number}>=${value}', in quotes.`;
  throw unexpected(`${context.option}: use >= or <= in`, term, hint, context.whole);
}

function wrongOperator(
  number: ConditionNumber,
  operator: string,
  value: number,
  term: string,
  { option, whole }: TermContext,
): UsageError {
  const step = FORMS[number].pattern === COUNT ? 1 : 0;
  const least = `${number}>=${value + (operator === '>' ? step : 0)}`;
  const most = `${number}<=${Math.max(value - (operator === '<' ? step : 0), step === 1 ? 1 : value)}`;
  const above = ['>', '=>', '≥'].includes(operator);
  const below = ['<', '=<', '≤'].includes(operator);
  const both = operator === '!=' ? `${least} or ${most}` : `${least}+${most}`;
  const form = above ? least : below ? most : both;
  return unexpected(`${option}: use >= or <= in`, term, `Write ${form}, in quotes.`, whole);
}

/** A shell that finds no quotes takes `>=4` as a file to write to, so that only the word before it arrives. */
export function missingNumber(number: ConditionNumber, { option }: TermContext): UsageError {
  const { quoted, bare } = FORMS[number];
  const unquoted = bare === null ? '' : ` or write ${bare}, which needs no quotes.`;
  const quotes = `Quote it, because the shell takes < and > for itself: ${option} '${quoted}'`;
  return new UsageError(`${option}: no number after ${number}`, {
    hint: unquoted === '' ? quotes : `${quotes},${unquoted}`,
  });
}
