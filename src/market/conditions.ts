import { UsageError } from '../errors.ts';
import { isTicker, type Parser, parser } from '../parse.ts';
import { quote, unexpected } from '../quote.ts';
import { nearest } from '../suggest.ts';
import { BOARD_CATALOGUE, CHANGE_TYPES, type ChangeType } from '../vocabulary.ts';

/** What a condition can compare. */
export type ConditionNumber = 'boards' | 'rank' | 'dayPct' | 'breadth';

/** A number with its lowest or highest value: `boards>=4`, `rank<=3`. */
export interface Bound {
  readonly number: ConditionNumber;
  readonly isAtLeast: boolean;
  readonly value: number;
}

/** One alternative of `--on` or `--until`: terms that must all hold. */
export interface Condition {
  /** As the user wrote it, without blanks around it. */
  readonly text: string;
  readonly type: ChangeType | null;
  /** Matched ignoring case, as is the symbol, which is in upper case. */
  readonly board: string | null;
  readonly symbol: string | null;
  readonly bounds: ReadonlyArray<Bound>;
}

interface NumberForm {
  readonly example: string;
  readonly pattern: RegExp;
  readonly min: number;
  readonly max: number;
  /** How many `%` are one; null if it is never in percent. */
  readonly percents: number | null;
  /** What a value must be, for errors. */
  readonly range: string;
}

const COUNT = { pattern: /^\d{1,4}$/, max: 9999, percents: null };
const FORMS: Readonly<Record<ConditionNumber, NumberForm>> = {
  boards: { ...COUNT, example: 'boards>=4', min: 0, range: 'a whole number, at most 9999' },
  rank: { ...COUNT, example: 'rank<=3', min: 1, range: 'a whole number from 1 to 9999' },
  dayPct: {
    example: 'dayPct>=8',
    pattern: /^-?(\d{1,6}(\.\d{1,6})?|\.\d{1,6})$/,
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
    percents: 1,
    range: 'a number of percent, such as 8 or -5.5',
  },
  breadth: {
    example: 'breadth<=0.4',
    pattern: /^(\d{1,3}(\.\d{1,6})?|\.\d{1,6})$/,
    min: 0,
    max: 1,
    percents: 100,
    range: 'a share from 0 to 1, or from 0% to 100%, the advancers of advancers and decliners',
  },
};
const NUMBERS: ReadonlyArray<ConditionNumber> = ['boards', 'rank', 'dayPct', 'breadth'];
const BOARDS = BOARD_CATALOGUE.map(({ key }) => key);
const MAX_CHARACTERS = 2000;
const TERM = /^(\w+)\s*([<>=≥≤:!]+)\s*(.*)$/;

/** The parser of `--on` or `--until`. */
export function conditions(option: '--on' | '--until'): Parser<ReadonlyArray<Condition>> {
  return parser((text) => parseConditions(text, option), {
    name: 'condition',
    kind: 'list',
    words: [...CHANGE_TYPES, ...BOARDS],
    example: "'boards>=4'",
  });
}

/**
 * Parses alternatives separated by commas, each of them terms joined by `+`: `entered+movers,boards>=4,NVDA`. `option` is the
 * one that errors name. Throws UsageError, also for terms that can never hold together.
 */
export function parseConditions(text: string, option: string): ReadonlyArray<Condition> {
  if (text.length > MAX_CHARACTERS) {
    throw new UsageError(`${option} is longer than ${MAX_CHARACTERS} characters`, {
      hint: 'Watch fewer conditions, or start a second watch.',
    });
  }
  const alternatives = splitAt(text, ',').filter((part) => part !== '');
  if (alternatives.length === 0) {
    throw new UsageError(`${option} has no condition`, {
      hint: `For example: ${option} 'topPlay,boards>=4'`,
    });
  }
  return [...new Set(alternatives)].map((part) => parseAlternative(part, option));
}

function splitAt(text: string, separator: string): ReadonlyArray<string> {
  return text.split(separator).map((part) => part.trim());
}

/** A part of a condition: one of these. */
interface Term {
  readonly type?: ChangeType;
  readonly board?: string;
  readonly symbol?: string;
  readonly bound?: Bound;
}

function parseAlternative(text: string, option: string): Condition {
  const terms = splitAt(text, '+').map((part) => parseTerm(part, option));
  const bounds = terms.flatMap(({ bound }) => bound ?? []);
  const condition = {
    text,
    type: only(terms.flatMap(({ type }) => type ?? [])),
    board: only(terms.flatMap(({ board }) => board ?? [])),
    symbol: only(terms.flatMap(({ symbol }) => symbol ?? [])),
    bounds,
  };
  for (const { number, isAtLeast, value } of bounds) {
    const below = bounds.find((each) => each.number === number && !each.isAtLeast && each.value < value);
    if (isAtLeast && below !== undefined)
      throw neverHold(formatBound({ number, isAtLeast, value }), formatBound(below));
  }
  const bound = bounds.find(({ number }) => number !== 'breadth');
  const beside = condition.board ?? condition.symbol ?? (bound === undefined ? null : formatBound(bound));
  if (condition.type === 'session' && beside !== null) throw neverHold('session', beside);
  return condition;

  function only<T extends string>(values: ReadonlyArray<T>): T | null {
    const [first = null] = values;
    const other = values.find((value) => value.toLowerCase() !== first?.toLowerCase());
    if (first !== null && other !== undefined) throw neverHold(first, other);
    return first;
  }

  function neverHold(first: string, second: string): UsageError {
    return new UsageError(`${option}: ${quote(first)} and ${quote(second)} never hold together`, {
      hint: `+ joins what must hold together, a comma separates alternatives: ${option} 'entered+movers,left'`,
    });
  }
}

/** Parses what stands between `,` and `+`. Throws UsageError. */
function parseTerm(text: string, option: string): Term {
  const [, name = text, operator = '', value = ''] = TERM.exec(text) ?? [];
  const number = findWord(name, NUMBERS);
  if (number !== undefined) return { bound: parseBound(number, operator, value, text, option) };
  const prefix = operator === ':' ? name.toLowerCase() : '';
  if (prefix === 'symbol' && isTickerOfTerm(value)) return { symbol: value.toUpperCase() };
  // The service can add boards at any time, so that any key is accepted.
  if (prefix === 'board' && /^[\w.-]+$/.test(value)) return { board: findWord(value, BOARDS) ?? value };
  const type = findWord(text, CHANGE_TYPES);
  if (type !== undefined) return { type };
  // Digits alone may be a part of `1,5`.
  if (isTickerOfTerm(text) && /[A-Z]/.test(text) && !/[a-z]/.test(text)) return { symbol: text };
  const board = findWord(text, BOARDS);
  if (board !== undefined) return { board };
  const meant = operator === ':' ? undefined : nearest(name, [...CHANGE_TYPES, ...BOARDS, ...NUMBERS]);
  const meantNumber = findWord(meant ?? '', NUMBERS);
  const example = `'${FORMS[meantNumber ?? 'boards'].example}'`;
  const ticker = /^[a-z]{1,5}$/.test(text) ? text.toUpperCase() : undefined;
  const guess = meantNumber === undefined ? (meant ?? ticker) : example;
  const valid = `A term is a type of change, a board key, a ticker in capitals, or a comparison such as ${example}.`;
  const hint = `${guess === undefined ? '' : `Did you mean ${guess}? `}${valid} See \`boards help conditions\`.`;
  throw unexpected(`${option}: unknown condition`, text, hint);
}

function findWord<T extends string>(text: string, words: ReadonlyArray<T>): T | undefined {
  return words.find((word) => word.toLowerCase() === text.toLowerCase());
}

/** As `--symbol` accepts them, but not with a sign first. */
function isTickerOfTerm(text: string): boolean {
  return isTicker(text) && /^[^.=/-]/.test(text);
}

function parseBound(
  number: ConditionNumber,
  operator: string,
  text: string,
  term: string,
  option: string,
): Bound {
  const { example, pattern, min, max, percents, range } = FORMS[number];
  if (operator === '') {
    throw new UsageError(`${option}: no number after ${number}`, {
      hint: `Quote it, because the shell takes < and > for itself: ${option} '${example}'`,
    });
  }
  const digits = percents === null ? text : text.replace(/\s*%$/, '');
  // + 0 converts -0 to 0.
  const value = pattern.test(digits)
    ? Number(digits) / (digits === text ? 1 : (percents ?? 1)) + 0
    : Number.NaN;
  if ((operator === '>=' || operator === '<=') && value >= min && value <= max)
    return { number, isAtLeast: operator === '>=', value };
  const hint = `${number} takes >= or <= and ${range}. For example: '${example}'`;
  throw unexpected(`${option}: invalid comparison`, term, hint);
}

/** `rank<=3` */
export function formatBound({ number, isAtLeast, value }: Bound): string {
  return `${number}${isAtLeast ? '>=' : '<='}${value}`;
}
