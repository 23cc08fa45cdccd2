import {
  always,
  amount,
  object,
  oneOf,
  orNull,
  type Properties,
  type Schema,
  text,
  whole,
} from '../../json-schema.ts';
import { BIASES, MARKET_SESSIONS, TIMEFRAMES } from '../../vocabulary.ts';
import { AS_OF, UNLESS_SENT } from './service.ts';

const noBoard = always('Always null: it is not about one board');
const anyBoard = orNull(text('Board key; null: whatever boards the symbol is on'));
const board = text('Board key');
const symbol = text('Ticker');

/** One type of event; `from` and `to` are what differs between the types. */
function event(type: string, description: string, fields: Properties): Schema {
  return object(description, {
    type: { description: 'The type of the change', const: type },
    asOf: orNull(text(`${AS_OF}: of the newer snapshot. ${UNLESS_SENT}`)),
    timeframe: orNull(oneOf(`The timeframe that was served. ${UNLESS_SENT}`, TIMEFRAMES)),
    ...fields,
  });
}

export const EVENTS: Properties = {
  event: {
    description: 'A change between two snapshots, or what a condition found. More types can be added.',
    type: 'object',
    oneOf: [
      event('entered', 'A symbol is new on a board', {
        board,
        symbol,
        from: always('Always null'),
        to: whole('Its rank', 1),
      }),
      event('left', 'A symbol is no longer on a board', {
        board,
        symbol,
        from: whole('Its last rank', 1),
        to: always('Always null'),
      }),
      event('moved', 'A symbol has another rank on a board', {
        board,
        symbol,
        from: orNull(
          whole('The rank before; the same as now, or null, where a condition became true without a move', 1),
        ),
        to: orNull(whole(`The rank now. ${UNLESS_SENT}`, 1)),
      }),
      event('topPlay', 'Another symbol is the top play', {
        board: noBoard,
        symbol: orNull(text('Ticker of the new top play, as `to`; null: none')),
        from: orNull(text('Ticker of the top play before; null: none')),
        to: orNull(text('Ticker of the top play now; null: none')),
      }),
      event('bias', 'The bias of a symbol changed', {
        board: noBoard,
        symbol,
        from: oneOf('The bias before', BIASES),
        to: oneOf('The bias now', BIASES),
      }),
      event('session', 'The market session changed', {
        board: noBoard,
        symbol: always('Always null'),
        from: orNull(oneOf('The session before; null: not known', MARKET_SESSIONS)),
        to: orNull(oneOf('The session now; null: not known', MARKET_SESSIONS)),
      }),
      event('confluence', 'The confluence of a symbol changed', {
        board: noBoard,
        symbol,
        from: orNull(
          whole('The confluence before; 0: not listed; null: --until was met by the first snapshot', 0),
        ),
        to: whole('The confluence now; 0: no longer listed', 0),
      }),
      event('dayPct', 'A condition on dayPct became true', {
        board: anyBoard,
        symbol,
        from: orNull(amount('Percent before; null: not known, or --until was met by the first snapshot')),
        to: amount('Percent now'),
      }),
      event('breadth', 'A condition on breadth became true', {
        board: anyBoard,
        symbol: orNull(text('Ticker, where the condition is about symbols too; null: the market')),
        from: orNull(
          amount('Advancers of advancers and decliners before, 0 to 1; null: as for dayPct', {
            minimum: 0,
            maximum: 1,
          }),
        ),
        to: amount('Advancers of advancers and decliners now, 0 to 1', { minimum: 0, maximum: 1 }),
      }),
      event('listed', 'A row of the first snapshot: of --initial, or what met --until', {
        board,
        symbol,
        from: always('Always null'),
        to: whole('Its rank', 1),
      }),
    ],
  },
};
