import { UsageError } from '../../errors.ts';
import { type Parser, parser } from '../../parse.ts';
import { quote } from '../../quote.ts';
import { BOARD_CATALOGUE, CHANGE_TYPES, type ChangeType } from '../../vocabulary.ts';
import { type Bound, formatBound } from './condition-numbers.ts';
import { parseTerm, type Term } from './condition-terms.ts';

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

const MAX_CHARACTERS = 2000;
const MAX_ALTERNATIVES = 50;

/** The parser of `--on` or `--until`. */
export function conditions(option: '--on' | '--until'): Parser<ReadonlyArray<Condition>> {
  return parser((text) => parseConditions(text, option), {
    name: 'condition',
    kind: 'list',
    words: [...CHANGE_TYPES, ...BOARD_CATALOGUE.map(({ key }) => key)],
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
  if (alternatives.length > MAX_ALTERNATIVES) {
    throw new UsageError(`${option} has more than ${MAX_ALTERNATIVES} alternatives`, {
      hint: 'Watch fewer conditions, or start a second watch.',
    });
  }
  return [...new Set(alternatives)].map((part) => parseAlternative(part, option));
}

function splitAt(text: string, separator: string): ReadonlyArray<string> {
  return text.split(separator).map((part) => part.trim());
}

/** `dayPct>=+8` */
const SIGNED_NUMBER = /[>=<≥≤:]\s*\+\s*[\d.]/;

function parseAlternative(text: string, option: string): Condition {
  if (SIGNED_NUMBER.test(text)) {
    throw new UsageError(`${option}: + before a number`, {
      hint: "It joins terms that must all hold. A number needs no + sign: 'dayPct>=8'",
    });
  }
  const parts = splitAt(text, '+');
  if (parts.includes('')) {
    throw new UsageError(`${option}: + with nothing on one side`, {
      hint: "It joins terms that must all hold: entered+movers. A number needs no + sign: 'dayPct>=8'",
    });
  }
  const terms = parts.map((part) => parseTerm(part, option));
  const types = only(terms.flatMap((term) => (term.kind === 'type' ? term.type : [])));
  const boards = only(terms.flatMap((term) => (term.kind === 'board' ? term.board : [])));
  const symbols = only(terms.flatMap((term) => (term.kind === 'symbol' ? term.symbol : [])));
  const bounds = terms.flatMap((term) => (term.kind === 'bound' ? term.bound : []));
  const refuse = (pair: Pair | null, hint: string) => {
    if (pair !== null) throw neverHold(pair, hint, option);
  };
  refuse(types.other, 'A change has one type; separate alternatives with a comma: entered,left');
  refuse(boards.other, 'A change is about one board; separate alternatives with a comma: movers,rvol');
  refuse(symbols.other, 'A change is about one symbol; separate alternatives with a comma: NVDA,AMD');
  refuse(emptyRange(bounds), 'No number is in this range.');
  const beside = types.one === 'session' ? terms.find(isAboutSymbol) : undefined;
  if (beside !== undefined) {
    refuse(['session', formatTerm(beside)], 'The session is that of the market: only breadth can be added.');
  }
  return { text, type: types.one, board: boards.one, symbol: symbols.one, bounds };
}

type Pair = readonly [string, string];

/** The only value, and two different ones if there are. Case does not distinguish them. */
function only<T extends string>(values: ReadonlyArray<T>) {
  const [first] = values;
  const other = values.find((value) => value.toLowerCase() !== first?.toLowerCase());
  const pair: Pair | null = first === undefined || other === undefined ? null : [first, other];
  return { one: first ?? null, other: pair };
}

/** A lower bound above an upper bound of the same number. */
function emptyRange(bounds: ReadonlyArray<Bound>): Pair | null {
  for (const least of bounds) {
    if (!least.isAtLeast) continue;
    const most = bounds.find(
      ({ number, isAtLeast, value }) => number === least.number && !isAtLeast && value < least.value,
    );
    if (most !== undefined) return [formatBound(least), formatBound(most)];
  }
  return null;
}

/** Whether a term is about more than the market as a whole. */
function isAboutSymbol(term: Term): boolean {
  return (
    term.kind === 'board' ||
    term.kind === 'symbol' ||
    (term.kind === 'bound' && term.bound.number !== 'breadth')
  );
}

function formatTerm(term: Term): string {
  if (term.kind === 'bound') return formatBound(term.bound);
  return term.kind === 'type' ? term.type : term.kind === 'board' ? term.board : term.symbol;
}

function neverHold(pair: Pair, hint: string, option: string): UsageError {
  const [first, second] = pair.map(quote);
  return new UsageError(`${option}: ${first} and ${second} never hold together`, { hint });
}
