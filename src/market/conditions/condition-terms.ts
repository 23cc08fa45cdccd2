import { UsageError } from '../../errors.ts';
import { isTicker } from '../../parse-tickers.ts';
import { unexpected } from '../../quote.ts';
import { nearest } from '../../suggest.ts';
import { BOARD_CATALOGUE, CHANGE_TYPES, type ChangeType } from '../../vocabulary.ts';
import {
  type Bound,
  type ConditionNumber,
  FORMS,
  missingNumber,
  NUMBERS,
  parseBound,
} from './condition-numbers.ts';

export type Term =
  | { readonly kind: 'type'; readonly type: ChangeType }
  | { readonly kind: 'board'; readonly board: string }
  /** In upper case. */
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'bound'; readonly bound: Bound };

/** What users of other words mean. */
const SYNONYMS: Readonly<Record<string, ConditionNumber>> = {
  bds: 'boards',
  bord: 'boards',
  brds: 'boards',
  confluence: 'boards',
  chg: 'dayPct',
  change: 'dayPct',
  pct: 'dayPct',
  percent: 'dayPct',
};

const OPERATOR = '>=|<=|=>|=<|==|!=|=|<|>|≥|≤|:';
const NUMBER_TERM = new RegExp(`^([a-z]+)\\s*(${OPERATOR})\\s*(.*)$`, 'i');
const CLOSED_NUMBER_TERM = new RegExp(`^([a-z]+)\\s*(?:${OPERATOR})\\s*-?[\\d.]{0,6}%?$`, 'i');
const BARE_NUMBER = /^[-\d.]+\s*%?$/;
const SEE = 'See `boards help conditions`.';
const BOARDS = BOARD_CATALOGUE.map(({ key }) => key);

/** Parses what stands between `,` and `+`. Throws UsageError. */
export function parseTerm(text: string, option: string): Term {
  const type = findWord(text, CHANGE_TYPES);
  if (type !== undefined) return { kind: 'type', type };
  const number = findWord(text, NUMBERS);
  if (number !== undefined) throw missingNumber(number, option);
  const [, name = '', operator = '', value = ''] = NUMBER_TERM.exec(text) ?? [];
  const known = findWord(name, NUMBERS);
  if (known !== undefined) return { kind: 'bound', bound: parseBound(known, operator, value, text, option) };
  if (operator === ':' && /^(symbol|board)$/i.test(name)) return parseNamed(name, value, option);
  if (isBareTicker(text)) return { kind: 'symbol', symbol: text };
  const board = findWord(text, BOARDS);
  if (board !== undefined) return { kind: 'board', board };
  throw operator === '' ? unknownTerm(text, option) : unknownNumber(name, operator, text, option);
}

/** Whether a word is of the vocabulary. */
function isClosedWord(text: string): boolean {
  const [, name = ''] = CLOSED_NUMBER_TERM.exec(text) ?? [];
  return findWord(text, [...CHANGE_TYPES, ...NUMBERS, ...BOARDS]) !== undefined || isNumberName(name);
}

/** As `--symbol` accepts them, but not with a sign first. */
function isTickerOfTerm(text: string): boolean {
  return isTicker(text) && /^[^.=/-]/.test(text);
}

/** With a capital and no lowercase letters: digits alone may be a part of `1,5`. */
function isBareTicker(text: string): boolean {
  return isTickerOfTerm(text) && /[A-Z]/.test(text) && !/[a-z]/.test(text);
}

function findWord<T extends string>(text: string, words: ReadonlyArray<T>): T | undefined {
  return words.find((word) => word.toLowerCase() === text.toLowerCase());
}

function isNumberName(name: string): boolean {
  return findWord(name, [...NUMBERS, ...Object.keys(SYNONYMS)]) !== undefined;
}

/** `symbol:BUZZ` and `board:buzz`. The service can add boards at any time, so that any key is accepted. */
function parseNamed(prefix: string, value: string, option: string): Term {
  if (prefix.toLowerCase() === 'board') {
    if (/^[\w.-]+$/.test(value)) return { kind: 'board', board: findWord(value, BOARDS) ?? value };
    throw unexpected(`${option}: invalid board`, value, 'For example: board:buzz');
  }
  if (isTickerOfTerm(value)) return { kind: 'symbol', symbol: value.toUpperCase() };
  throw unexpected(`${option}: invalid ticker`, value, 'For example: symbol:BUZZ');
}

/** For a comparison of something that is no number of a condition. */
function unknownNumber(name: string, operator: string, term: string, option: string): UsageError {
  const synonym = SYNONYMS[name.toLowerCase()];
  const type = findWord(name, CHANGE_TYPES);
  const word = type ?? findWord(name, BOARDS);
  if (word !== undefined && synonym === undefined) {
    const kind = type === undefined ? 'board' : 'type of change';
    const joined = word === 'session' ? "'session+breadth<=0.4'" : `'${word}+rank<=3', ${word}+NVDA`;
    const message = `${option}: ${word} is a ${kind} and no number, in`;
    return unexpected(message, term, `Join it with + to another term: ${joined}`);
  }
  const isPrefix = operator === ':';
  const meant = synonym ?? nearest(name, isPrefix ? [...NUMBERS, 'symbol', 'board'] : NUMBERS);
  const forms = NUMBERS.map((number) => FORMS[number].quoted).join(', ');
  const named = isPrefix ? ' A colon follows symbol and board only: symbol:BUZZ, board:buzz.' : '';
  const hint = `${meant === undefined ? '' : `Did you mean ${meant}? `}Numbers: ${forms}.${named} ${SEE}`;
  return unexpected(`${option}: unknown number in`, term, hint);
}

function unknownTerm(term: string, option: string): UsageError {
  const words = term.split(/\s+/);
  if (words.length > 1 && words.every((word) => isClosedWord(word) || isBareTicker(word))) {
    return new UsageError(`${option}: conditions separated by spaces`, {
      hint: 'Join what must hold together with +, and separate alternatives with commas: entered+movers,NVDA',
    });
  }
  if (BARE_NUMBER.test(term)) {
    const hint = `Write decimals with a point: 'dayPct>=1.5'. A ticker of digits is symbol:7203. ${SEE}`;
    return unexpected(`${option}: a number alone is no condition:`, term, hint);
  }
  const meant = nearest(term, [...CHANGE_TYPES, ...BOARDS, ...NUMBERS]);
  const number = findWord(meant ?? '', NUMBERS);
  const ticker = /^[a-z]{1,5}$/i.test(term) ? term.toUpperCase() : undefined;
  const suggested = number === undefined ? (meant ?? ticker) : FORMS[number].quoted;
  const hint = [
    suggested === undefined ? '' : `Did you mean ${suggested}? `,
    `Valid: ${CHANGE_TYPES.join(', ')}, board keys (one that is new: board:name), tickers in capitals, `,
    `${NUMBERS.map((name) => FORMS[name].quoted).join(', ')}. ${SEE}`,
  ];
  return unexpected(`${option}: unknown condition`, term, hint.join(''));
}
