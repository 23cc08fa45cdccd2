import { schemasOf } from '../../fields/fields.ts';
import {
  amount,
  list,
  map,
  object,
  oneOf,
  orNull,
  type Properties,
  ref,
  refOrNull,
  text,
} from '../../json-schema.ts';
import { MARKET_SESSIONS, TIMEFRAMES } from '../../vocabulary.ts';

export const AS_OF = 'When the snapshot was built: ISO 8601, UTC, such as 2026-11-20T15:31:00.000Z';
export const UNLESS_SENT = 'Null only if the service sent none';
export const CONFLUENCE =
  'Confluence: the number of boards that have the symbol on ranks 1 to 5, in this timeframe. It can be less than the number of boards that list the symbol';

const timeframe = oneOf('The timeframe that was served', TIMEFRAMES);
export const session = orNull(
  oneOf('The market session when the snapshot was built; null: not known', MARKET_SESSIONS),
);

/** What the service sends; its document allows fields and boards that are unknown here. */
export const serviceSchemas = (): Properties => ({
  snapshot: object(
    'One timeframe, as the service sent it. Ignore fields that are not described here: the service can add some.',
    {
      asOf: text(AS_OF),
      timeframe,
      session,
      breadth: refOrNull('breadth', 'How many symbols are up and down; null: not known'),
      topPlay: refOrNull('topPlay', 'The symbol on the most boards; null: none qualifies'),
      boards: map(
        'The rows of each board, best first. A board can have fewer rows than requested, or none; moneyFlow has 24, or with --limit fewer: up to six each for blue, mid, small and penny. Not to be confused with the number `boards` of a row',
        'Board key, such as movers. New boards can be added',
        list('The rows of one board', ref('row')),
      ),
      boardNames: list('The keys of `boards`, in the order of the service', text('Board key')),
    },
  ),
  breadth: object('How the market moves', {
    advancers: orNull(amount('Symbols that are up on the session; null: not known')),
    decliners: orNull(amount('Symbols that are down on the session; null: not known')),
    symbols: orNull(amount('All symbols of the scanner; null: not known')),
  }),
  topPlay: object('The symbol on the most boards', schemasOf('topPlay')),
  row: object('A symbol on a board', schemasOf('row')),
});
