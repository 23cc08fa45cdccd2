import {
  amount,
  flag,
  list,
  map,
  object,
  oneOf,
  oneOrSeveral,
  orNull,
  type Properties,
  ref,
  refOrNull,
  text,
  whole,
} from '../json-schema.ts';
import { BIASES, TIMEFRAMES } from '../vocabulary.ts';
import { EVENTS } from './schema/events.ts';
import { AS_OF, CONFLUENCE, serviceSchemas, session, UNLESS_SENT } from './schema/service.ts';
import { SETTINGS } from './schema/settings.ts';

/**
 * The page of `boards help schema`: a JSON Schema of every JSON output. What the service sends, settings and events are in
 * `schema/`. Tests validate the outputs of all commands with it.
 */

const TOP: Properties = {
  top: object('The top play of one timeframe', {
    asOf: orNull(text(`${AS_OF}. ${UNLESS_SENT}`)),
    timeframe: orNull(oneOf(`The timeframe that was served. ${UNLESS_SENT}`, TIMEFRAMES)),
    session,
    topPlay: refOrNull('topPlay', 'The symbol on the most boards; null: none qualifies'),
  }),
};

const SYMBOL: Properties = {
  symbol: object('Where a ticker is', {
    symbol: text('Ticker, as the service writes it'),
    name: orNull(text('Company name; null: not known, or on no board')),
    timeframes: map(
      'What each requested timeframe says of it, also one where it is on no board',
      'Timeframe',
      ref('standing'),
    ),
  }),
  standing: object('A symbol in one timeframe', {
    asOf: orNull(text(`${AS_OF}. ${UNLESS_SENT}`)),
    boards: whole(`${CONFLUENCE}; 0 also where no board lists it`, 0),
    bias: orNull(oneOf('The direction that the scanner sees; null: on no board, or not known', BIASES)),
    placements: list('The boards that list it, in the order of the service', ref('placement')),
  }),
  placement: object('A symbol on a board', {
    board: text('Board key'),
    rank: orNull(whole(`Place on this board, 1 is the best. ${UNLESS_SENT}`, 1)),
    metric: orNull(
      text('What the board ranks on, for people. A label, not a number; null: missing or stale'),
    ),
    tag: orNull(text('A short qualifier, for people; null: none')),
  }),
};

const CONFLUENCE_ENTRY: Properties = {
  confluence: object('A symbol, and the boards that it is on', {
    symbol: text('Ticker'),
    name: orNull(text('Company name; null: not known')),
    total: whole('The sum of `timeframes`: what the output is sorted by', 0),
    timeframes: map(
      'The confluence in each requested timeframe that lists the symbol',
      'Timeframe',
      whole(CONFLUENCE, 0),
    ),
    boards: map(
      'The boards that list the symbol on any rank, in each requested timeframe that does',
      'Timeframe',
      list('Board keys, in the order of the service', text('Board key')),
    ),
  }),
};

const HISTORY: Properties = {
  history: object('Where a symbol has been over the day, in one timeframe', {
    symbol: text('Ticker'),
    timeframe: oneOf('The timeframe that was recorded', TIMEFRAMES),
    points: list('One for each recorded snapshot, the oldest first', ref('point')),
  }),
  point: object('A symbol in one recorded snapshot', {
    asOf: text(AS_OF),
    boards: whole(`${CONFLUENCE}; 0 also where no board lists it`, 0),
    price: orNull(amount('Last price in USD; null: missing, stale, or on no board')),
    dayPct: orNull(amount('Change over the window in percent; null: missing, stale, or on no board')),
    ranks: map('Its place on each board that lists it; empty: on no board', 'Board key', whole('Rank', 1)),
  }),
};

const ERRORS: Properties = {
  error: object(
    'The last line on stderr, when a command with --json fails; stdout is empty then, except for lines that watch and replay have printed before',
    {
      error: object('What went wrong', {
        code: oneOf('The kind of error, as in boards help exit-codes', [
          'internal',
          'usage',
          'config',
          'auth',
          'rate_limited',
          'unavailable',
          'network',
          'bad_response',
          'not_met',
          'not_recorded',
        ]),
        message: text('One fact, for people'),
        status: orNull(whole('HTTP status; null: there was no response, or it is not the cause', 100)),
        retryable: flag('True: the same command can succeed later'),
        retryAfterSeconds: orNull(amount('Seconds to wait; null unless rate_limited', { minimum: 0 })),
        hint: orNull(text('The next step, for people; alternatives are separated by line feeds; null: none')),
      }),
    },
  ),
};

/** By command words and option: `config list --json` is configListJson. */
const OUTPUTS: Properties = {
  boardsJson: oneOrSeveral(
    'boards --json',
    'A snapshot; several timeframes: an array. -b and filters leave out boards and rows',
    'snapshot',
  ),
  topJson: oneOrSeveral('boards top --json', 'The top play; several timeframes: an array', 'top'),
  symbolJson: oneOrSeveral('boards symbol --json', 'A ticker; several tickers: an array', 'symbol'),
  confluenceJson: {
    title: 'boards confluence --json',
    ...list('The highest total first', ref('confluence')),
  },
  historyJson: {
    title: 'boards history --json',
    ...list('One for each ticker and timeframe', ref('history')),
  },
  statusJson: { title: 'boards status --json', ...ref('status') },
  configListJson: { title: 'boards config list --json', ...ref('preferences') },
  watchJson: { title: 'boards watch --json', ...ref('snapshot', 'Each line: a new snapshot') },
  watchEvents: { title: 'boards watch --events', ...ref('event', 'Each line, also on stdin of --exec') },
  replayJson: { title: 'boards replay --json', ...ref('snapshot', 'Each line: a recorded snapshot') },
  replayEvents: { title: 'boards replay --events', ...ref('event', 'Each line') },
};

const schema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ranked-boards:json',
  title: 'JSON of boards',
  description:
    'Every JSON output has its definition: `boards --json` is #/$defs/boardsJson, `boards watch --events` (each line) #/$defs/watchEvents, and so on; #/$defs/error is a line on stderr. Within a major version, fields, boards and types of events are only ever added: ignore those that you do not know.',
  $defs: {
    ...OUTPUTS,
    ...serviceSchemas(),
    ...TOP,
    ...SYMBOL,
    ...CONFLUENCE_ENTRY,
    ...HISTORY,
    ...SETTINGS,
    ...EVENTS,
    ...ERRORS,
  },
});

export const schemaTopic = (): string => `${JSON.stringify(schema(), null, 2)}\n`;
