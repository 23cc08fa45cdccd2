import { UsageError } from './errors.ts';
import { freeParser, type Parser, unique, wordsOf } from './parse.ts';
import { isDate } from './parse-time.ts';
import { unexpected } from './quote.ts';

const MAX_TICKER_LENGTH = 12;

/** Tickers separated by commas or spaces, converted to upper case. `subject` names the option or preference in errors. */
export function tickers(
  subject: string,
  hint = `For example: ${subject} NVDA,AMD`,
): Parser<ReadonlyArray<string>> {
  const faults = {
    none: `${subject} needs one or more tickers`,
    invalid: `${subject}: invalid ticker`,
    hint,
  };
  return freeParser('ticker', (text) => tickersIn(text, faults), 'NVDA,AMD');
}

/**
 * The tickers that are the arguments of a command, such as `boards symbol`. A date is a valid ticker, but nobody means one:
 * `optionOf` is what to write instead.
 */
export function tickerArguments(
  command: string,
  words: ReadonlyArray<string>,
  optionOf: (date: string) => string,
): ReadonlyArray<string> {
  const date = words.find(isDate);
  if (date !== undefined) {
    const instead = `For a recorded day: \`${command} NVDA ${optionOf(date)}\``;
    throw unexpected('a date is not a ticker:', date, instead);
  }
  const hint = `For example: \`${command} NVDA AMD\``;
  return tickersIn(words.join(' '), { none: 'no ticker given', invalid: 'invalid ticker', hint });
}

/** What errors say. */
interface TickerFaults {
  readonly none: string;
  readonly invalid: string;
  readonly hint: string;
}

function tickersIn(text: string, faults: TickerFaults): ReadonlyArray<string> {
  const found = text.split(/\s+/).flatMap((word) => tickersOf(word, faults));
  if (found.length > 0) return unique(found.map((ticker) => ticker.toUpperCase()));
  throw new UsageError(faults.none, { hint: faults.hint });
}

function tickersOf(word: string, { invalid, hint }: TickerFaults): ReadonlyArray<string> {
  const words = wordsOf(word);
  const wrong = words.find((each) => !isTicker(each));
  if (wrong === undefined) return words;
  throw unexpected(invalid, wrong, hint);
}

/** Whether a text, in upper or lower case, can be a ticker. */
export function isTicker(text: string): boolean {
  return /^[A-Za-z0-9.^=/-]+$/.test(text) && text.length <= MAX_TICKER_LENGTH;
}
