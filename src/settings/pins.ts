import { UsageError } from '../errors.ts';
import { freeParser, type Parser } from '../parse.ts';
import { tickers } from '../parse-tickers.ts';
import { unexpected } from '../quote.ts';

const MAX_PINS = 100;
const HINT = 'Give tickers separated by commas, such as NVDA,AMD.';

const parseTickers = tickers('pins', HINT);

/** At most 100 tickers separated by commas, converted to upper case, without duplicates. */
export const parsePins: Parser<ReadonlyArray<string>> = freeParser(
  'ticker',
  (text) => {
    const words = text.split(',').map((word) => word.trim());
    if (words.every((word) => word === '')) {
      throw new UsageError('no ticker given', {
        hint: 'Give tickers separated by commas, or delete all of them with `boards config unset pins`.',
      });
    }
    // Unlike elsewhere, spaces do not separate tickers: the parts of a key with spaces would be stored.
    const spaced = words.find((word) => /\s/.test(word));
    if (spaced !== undefined) throw unexpected('pins: invalid ticker', spaced, HINT, text);
    const pins = parseTickers(words.join(','));
    if (pins.length <= MAX_PINS) return pins;
    throw new UsageError(`pins must be at most ${MAX_PINS} tickers, not ${pins.length}`, {
      hint: `Leave out ${pins.length - MAX_PINS} of them.`,
    });
  },
  'NVDA,AMD',
);
