import { DAY_SECONDS, secondsOf } from '../cli/values/durations.ts';
import { parseTicker } from '../cli/values/lists.ts';
import { type Parser, parser } from '../cli/values/values.ts';
import { UsageError, unexpected } from '../errors.ts';
import { nearest } from '../lib/distance.ts';
import { quote, shellWord } from '../lib/quote.ts';
import { SECOND_MS } from '../lib/time.ts';
import { mayBeKey } from '../service/redact.ts';
import { BOARD_CATALOGUE, CHANGE_TYPES, type ChangeType, groupRanksOf, type Timeframe } from './catalogue.ts';
import type { Selection } from './selection.ts';
import { tickerKey } from './ticker.ts';

const NUMBER_PATTERNS = {
  boards: /^\d{1,4}$/,
  rank: /^[1-9]\d{0,3}$/,
  dayPct: /^-?(\d{1,6}(\.\d{1,6})?|\.\d{1,6})$/,
  breadth: /^([01]|0?\.\d{1,6})$/,
};
export type ConditionNumber = keyof typeof NUMBER_PATTERNS;
const EXAMPLES = {
  boards: 'boards>=4',
  rank: 'rank<=3',
  dayPct: 'dayPct>=8',
  breadth: 'breadth<=0.4',
  held: 'boards>=3+held>=5m',
};

/** For example `boards>=4` or `rank<=3`. */
export interface Bound {
  readonly number: ConditionNumber;
  readonly isAtLeast: boolean;
  readonly value: number;
}

/** One alternative of `--on` or `--until`. All of its terms must hold. */
export interface Condition {
  readonly text: string;
  readonly type: ChangeType | null;
  /** Matching ignores case. */
  readonly board: string | null;
  /** In the form that `tickerKey` returns. */
  readonly symbol: string | null;
  readonly bounds: ReadonlyArray<Bound>;
  /** Null if the condition fires as soon as it is true. */
  readonly heldMilliseconds: number | null;
}

/** The order matters: an event for a first snapshot reports the first of these in its condition. */
export const CONDITION_NUMBERS: ReadonlyArray<ConditionNumber> = ['boards', 'rank', 'dayPct', 'breadth'];
const COMPARED = [...CONDITION_NUMBERS, 'held'] as const;
const BOARDS = BOARD_CATALOGUE.map(({ key }) => key);
const WORDS = [...CHANGE_TYPES, ...BOARDS];
/** Words on the screen that are easily taken for conditions. */
const SCREEN_WORDS = new Map([
  ['new', 'entered'],
  ['in', 'entered+rank<=5'],
  ['out', 'left'],
  ['up', 'moved'],
  ['down', 'moved'],
]);
const COMPARISON = /^(\w+)\s*([<>]=)\s*(\S*)$/;
const BOARD_NAMED = /^board\s*:\s*([\w.-]+)$/i;
/** Inside quotes, a ticker can contain blanks, commas and plus signs; `""` stands for a quote. */
const QUOTED = String.raw`symbol\s*:\s*"((?:[^"]|"")+)"`;
const SYMBOL_NAMED = new RegExp(`^(?:${QUOTED}|symbol\\s*:\\s*([^\\s"]\\S*))$`, 'i');
/** Without `symbol:`, a ticker needs a capital letter, because digits may be half of a number such as `1,5`. */
const IN_CAPITALS = /^(?!(?:BOARD|SYMBOL)\s*:|")(?=.*\p{Lu})[^\s\p{Ll}<>≤≥]+$/u;

/** Throws UsageError. `option` is empty in a prompt, whose errors name no option. */
export function conditions(option: '--on' | '--until' | ''): Parser<ReadonlyArray<Condition>> {
  const parse = (text: string) => {
    const alternatives = alternativesOf(text);
    if (alternatives.length === 0)
      throw new UsageError(`${option} has no condition`, {
        hint: `For example: ${option} "topPlay,boards>=4"`,
      });
    return [...new Set(alternatives)].map((part) => parseAlternative(part, option));
  };
  return parser(parse, { words: WORDS, isList: true, example: '"boards>=4"' });
}

export function alternativesOf(text: string): ReadonlyArray<string> {
  return splitOutsideQuotes(text, ',').filter((part) => part !== '');
}

function splitOutsideQuotes(text: string, separator: string): ReadonlyArray<string> {
  const parts = [''];
  for (const [token] of text.matchAll(new RegExp(`${QUOTED}|[^]`, 'giu')))
    if (token === separator) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  return parts.map((part) => part.trim());
}

/** Exactly one of these properties is set. */
type Term = Partial<Pick<Condition, 'type' | 'board' | 'symbol' | 'heldMilliseconds'>> & {
  readonly bound?: Bound;
};

function parseAlternative(text: string, option: string): Condition {
  const terms = splitOutsideQuotes(text, '+').map(
    (part) => parseTerm(part, option) ?? invalid(part === '' ? text : part, option),
  );
  const only = <T extends string | number>(values: ReadonlyArray<T>): T | null => {
    const [first = null, ...others] = values;
    return others.every((other) => other === first) ? first : invalid(text, option);
  };
  const type = only(terms.flatMap((term) => term.type ?? []));
  const board = only(terms.flatMap((term) => term.board ?? []));
  const symbol = only(terms.flatMap((term) => term.symbol ?? []));
  // A session belongs to the market, not to a board or symbol.
  if (type === 'session' && (board ?? symbol) !== null) invalid(text, option);
  const bounds = terms.flatMap(({ bound }) => bound ?? []);
  const heldMilliseconds = only(terms.flatMap((term) => term.heldMilliseconds ?? []));
  if (heldMilliseconds !== null && (type !== null || bounds.length === 0))
    throw new UsageError(
      `${label(option)}held needs a condition on a number, and no event type: ${quote(text)}`,
      {
        hint: exampleHint(EXAMPLES.held, option),
      },
    );
  return { text, type, board, symbol, bounds, heldMilliseconds };
}

function parseTerm(text: string, option: string): Term | null {
  const [, name = '', operator, value = ''] = COMPARISON.exec(text) ?? [];
  const number = findWord(name, CONDITION_NUMBERS);
  if (number !== undefined && NUMBER_PATTERNS[number].test(value))
    return { bound: { number, isAtLeast: operator === '>=', value: Number(value) } };
  const seconds = secondsOf(value);
  if (name.toLowerCase() === 'held' && operator === '>=' && seconds !== null && seconds <= DAY_SECONDS)
    return { heldMilliseconds: seconds * SECOND_MS };
  const [, quoted, bare = ''] = SYMBOL_NAMED.exec(text) ?? [];
  const named = quoted?.replaceAll('""', '"') ?? bare;
  if (named.trim() !== '') return { symbol: tickerKey(parseTicker(named, option)) };
  // The service can add boards at any time, so accept any key.
  const [, key] = BOARD_NAMED.exec(text) ?? [];
  if (key !== undefined) return mayBeKey(key) ? null : { board: findWord(key, BOARDS) ?? key };
  const type = findWord(text, CHANGE_TYPES);
  if (type !== undefined) return { type };
  if (IN_CAPITALS.test(text)) return { symbol: tickerKey(parseTicker(text, option)) };
  const board = findWord(text, BOARDS);
  return board === undefined ? null : { board };
}

function findWord<T extends string>(text: string, words: ReadonlyArray<T>): T | undefined {
  return words.find((word) => word.toLowerCase() === text.toLowerCase());
}

function invalid(text: string, option: string): never {
  const number = findWord(text, COMPARED);
  if (number !== undefined)
    throw new UsageError(`${label(option)}no ${number === 'held' ? 'duration' : 'number'} after ${number}`, {
      hint:
        option === ''
          ? exampleHint(EXAMPLES[number], option)
          : `Quote the condition, because the shell interprets < and >: ${option} "${EXAMPLES[number]}"`,
    });
  const name = text.includes('+') ? '' : (/^\w*/.exec(text)?.[0] ?? '');
  const meant = SCREEN_WORDS.get(text) ?? nearest(name, [...WORDS, ...COMPARED]);
  const named = findWord(meant ?? '', COMPARED);
  const ticker = /^[a-z]{1,5}$/.test(text) ? text.toUpperCase() : undefined;
  const example = named === undefined ? (meant ?? ticker ?? 'entered+movers,boards>=4') : EXAMPLES[named];
  throw unexpected(`${label(option)}invalid condition`, text, exampleHint(example, option));
}

function label(option: string): string {
  return option === '' ? '' : `${option}: `;
}

function exampleHint(example: string, option: string): string {
  if (option === '') return `For example: ${example}`;
  return `For example: ${option} ${shellWord(example)}. See \`boards help conditions\`.`;
}

/** Throws UsageError if a condition can never fire. Returns a note for each unknown board. */
export function checkConditions(
  conditions: ReadonlyArray<Condition>,
  { boards, limit, sort }: Selection,
  timeframes: ReadonlyArray<Timeframe>,
): ReadonlyArray<string> {
  return conditions.flatMap(({ text, board, bounds }) => {
    // With money flow, the limit applies to the ranks of each tier.
    const least = Math.max(
      0,
      ...bounds.map((bound) => (bound.number === 'rank' && bound.isAtLeast ? bound.value : 0)),
    );
    if (sort === undefined && limit !== undefined && least > limit && groupRanksOf(board ?? '').length === 0)
      throw new UsageError(`${quote(text)} never fires: a limit of ${limit} hides these ranks`, {
        hint: 'Use a higher limit (-l, or the preference limit), or a condition on ranks within it.',
      });
    if (board === null) return [];
    const isMeant = (key: string) => key.toLowerCase() === board.toLowerCase();
    if (boards !== undefined && boards.length > 0 && !boards.some(isMeant))
      throw new UsageError(`${quote(text)} never fires: board ${board} is hidden`, {
        hint: 'Add it to -b, or to the preference boards.',
      });
    const entry = BOARD_CATALOGUE.find(({ key }) => isMeant(key));
    if (entry === undefined) return [`${quote(text)}: this version does not know the board ${board}`];
    if (!entry.timeframes.some((timeframe) => timeframes.includes(timeframe)))
      throw new UsageError(
        `${quote(text)} never fires: ${entry.key} is not a board of ${timeframes.join(', ')}`,
        {
          hint: `${entry.key} exists in ${entry.timeframes.join(', ')}: use -t ${entry.timeframes[0]}`,
        },
      );
    return [];
  });
}
