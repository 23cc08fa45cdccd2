import { ERROR_CODES } from '../errors.ts';
import { schemasOf } from '../fields/fields.ts';
import {
  always,
  amount,
  flag,
  isObject,
  type JsonObject,
  list,
  map,
  object,
  oneOf,
  oneOrSeveral,
  orNull,
  type Properties,
  ref,
  refOrNull,
  type Schema,
  text,
  whole,
  withOptional,
} from '../json.ts';
import { PREFERENCES } from '../settings/preferences.ts';
import { wrapWords } from '../text/lines.ts';
import { BIASES, MARKET_SESSIONS, TIMEFRAMES } from '../vocabulary.ts';
import { type Entry, explained, PAGE_WIDTH } from './specification.ts';

/**
 * A JSON Schema of every JSON output, the page of `boards help schema`, from which `boards help json` takes its fields. Tests
 * validate the outputs of all commands with it.
 */

const AS_OF = 'When the snapshot was built: ISO 8601, UTC';
const UNLESS_SENT = 'Null only if the service sent none';
const CONFLUENCE =
  'Confluence: the number of boards that have the symbol on ranks 1 to 5, in this timeframe. It can be less than the number of boards that list the symbol';

const timeframe = oneOf('The timeframe that was served', TIMEFRAMES);
const topPlay = refOrNull('topPlay', 'The symbol on the most boards; null: none qualifies');
const asOf = orNull(text(`${AS_OF}. ${UNLESS_SENT}`));
const servedTimeframe = orNull(oneOf(`The timeframe that was served. ${UNLESS_SENT}`, TIMEFRAMES));
const session = orNull(
  oneOf('The market session when the snapshot was built; null: not known', MARKET_SESSIONS),
);

const inEach = (description: string, values: Schema) => map(description, 'Timeframe', values);

function setting(description: string, value: Schema): Schema {
  return object(description, {
    value,
    source: text(
      'Where it comes from: an option, an environment variable, `config file`, `default` or `not set`',
    ),
  });
}

const nothing = always('Always null');
const rank = whole('Its rank', 1);
const share = { minimum: 0, maximum: 1 };
const onBoard = { board: text('Board key'), symbol: text('Ticker') };
const onNone = { board: always('Always null: it is not about one board'), symbol: onBoard.symbol };
const onAny = {
  board: orNull(text('Board key; null: whatever boards the symbol is on')),
  symbol: onBoard.symbol,
};

/** One type of event; what is about it, and `from` and `to`, differ between the types. */
function event(type: string, description: string, about: Properties, from: Schema, to: Schema): Schema {
  return object(description, {
    type: { description: 'The type of the change', const: type },
    asOf: orNull(text(`${AS_OF}: of the newer snapshot. ${UNLESS_SENT}`)),
    timeframe: servedTimeframe,
    ...about,
    from,
    to,
  });
}

/** An event whose `from` and `to` are the same kind of value. */
function change(type: string, what: string, about: Properties, value: (when: string) => Schema): Schema {
  return event(type, what, about, value('before'), value('now'));
}

const EVENTS: ReadonlyArray<Schema> = [
  event('entered', 'A symbol is new on a board', onBoard, nothing, rank),
  event('left', 'A symbol is no longer on a board', onBoard, whole('Its last rank', 1), nothing),
  event(
    'moved',
    'A symbol has another rank on a board',
    onBoard,
    orNull(
      whole('The rank before; the same as now, or null, where a condition became true without a move', 1),
    ),
    orNull(whole(`The rank now. ${UNLESS_SENT}`, 1)),
  ),
  change(
    'topPlay',
    'Another symbol is the top play',
    { ...onNone, symbol: orNull(text('Ticker of the new top play, as `to`; null: none')) },
    (when) => orNull(text(`Ticker of the top play ${when}; null: none`)),
  ),
  change('bias', 'The bias of a symbol changed', onNone, (when) => oneOf(`The bias ${when}`, BIASES)),
  change('session', 'The market session changed', { ...onNone, symbol: nothing }, (when) =>
    orNull(oneOf(`The session ${when}; null: not known`, MARKET_SESSIONS)),
  ),
  event(
    'confluence',
    'The confluence of a symbol changed',
    onNone,
    orNull(whole('The confluence before; 0: not listed; null: --until was met by the first snapshot', 0)),
    whole('The confluence now; 0: no longer listed', 0),
  ),
  event(
    'dayPct',
    'A condition on dayPct became true',
    onAny,
    orNull(amount('Percent before; null: not known, or --until was met by the first snapshot')),
    amount('Percent now'),
  ),
  event(
    'breadth',
    'A condition on breadth became true',
    { ...onAny, symbol: orNull(text('Ticker, where the condition is about symbols too; null: the market')) },
    orNull(amount('Advancers of advancers and decliners before, 0 to 1; null: as for dayPct', share)),
    amount('Advancers of advancers and decliners now, 0 to 1', share),
  ),
  event('listed', 'A row of the first snapshot: of --initial, or what met --until', onBoard, nothing, rank),
];

/** By command words and option: `config list --json` is configListJson. */
const OUTPUTS: Properties = {
  boardsJson: oneOrSeveral(
    'boards --json',
    'A snapshot; several timeframes: an array, in the order requested. -b and filters leave out boards and rows',
    'snapshot',
  ),
  topJson: oneOrSeveral(
    'boards top --json',
    'The top play; several timeframes: an array, in the order requested',
    'top',
  ),
  symbolJson: oneOrSeveral(
    'boards symbol --json',
    'A ticker; several tickers: an array, in the order requested',
    'symbol',
  ),
  confluenceJson: {
    title: 'boards confluence --json',
    ...list('An array, the highest total first, then the top play', ref('confluence')),
  },
  historyJson: {
    title: 'boards history --json',
    ...list('An array, one for each ticker and timeframe', ref('history')),
  },
  statusJson: { title: 'boards status --json', ...ref('status') },
  configListJson: { title: 'boards config list --json', ...ref('preferences') },
  watchJson: { title: 'boards watch --json', ...ref('snapshot', 'Each line: a new snapshot') },
  watchEvents: { title: 'boards watch --events', ...ref('event', 'Each line: an event') },
  replayJson: { title: 'boards replay --json', ...ref('snapshot', 'Each line: a recorded snapshot') },
  replayEvents: { title: 'boards replay --events', ...ref('event', 'Each line: an event of the recording') },
};

/** By name, with those of the outputs, such as boardsJson. The service's own allow fields and boards that are unknown here. */
const definitions = (): Properties => ({
  ...OUTPUTS,
  snapshot: object(
    'One timeframe, with all that the service sent, but for what -b and filters leave out. Ignore fields that are not described here: the service can add some.',
    {
      asOf: text(`${AS_OF}, such as 2026-11-20T15:31:00.000Z`),
      timeframe,
      session,
      breadth: refOrNull('breadth', 'How many symbols are up and down; null: not known'),
      topPlay,
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
  top: object('The top play of one timeframe', {
    asOf,
    timeframe: servedTimeframe,
    session,
    topPlay,
  }),
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
    asOf,
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
  confluence: withOptional(
    object('A symbol, and the boards that it is on', {
      symbol: text('Ticker'),
      name: orNull(text('Company name; null: not known')),
      price: orNull(amount('Last price in USD; null: missing or stale')),
      volume: orNull(amount('Volume in shares; null: missing or stale')),
      total: whole('The sum of `timeframes`: what the output is sorted by', 0),
      timeframes: inEach(
        'The confluence in each requested timeframe that lists the symbol',
        whole(CONFLUENCE, 0),
      ),
      boards: inEach(
        'The boards that list the symbol on any rank, in each requested timeframe that does',
        list('Board keys, in the order of the service', text('Board key')),
      ),
      asOf: inEach('When the snapshot of each timeframe that lists it was built', asOf),
      dayPct: inEach(
        'Its change over the window of each of these timeframes, in percent',
        orNull(amount('Percent; null: missing or stale')),
      ),
      bias: inEach(
        'The direction that the scanner sees in each of these timeframes',
        orNull(oneOf('A bias; null: not known', BIASES)),
      ),
      ranks: inEach(
        'Its place on each board that lists it, in each of these timeframes',
        map('Places', 'Board key', orNull(whole(`Rank. ${UNLESS_SENT}`, 1))),
      ),
    }),
    {
      now: orNull(
        whole(
          'With --at alone: its confluence in the newest snapshots, the sum of the timeframes; null: it left all boards, or not known',
          0,
        ),
      ),
      gain: orNull(amount('With --at alone: change of its price until then, in percent; null: not known')),
    },
  ),
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
  preferences: object(
    'The effective preferences, by name, each with value and source; more can be added',
    Object.fromEntries(PREFERENCES.map(({ id, doc, schema }) => [id, setting(doc, schema())])),
  ),
  status: object('The effective settings, and one test request', {
    sandbox: flag('True: the data is simulated'),
    baseUrl: orNull(setting('Base URL of the service; null: not set', text('An absolute URL'))),
    apiKey: orNull(
      object('The key that was found; null: none', {
        masked: text('Its last four characters'),
        source: oneOf('Where it comes from', ['BOARDS_API_KEY', 'config file']),
        origin: orNull(text('The only origin that it is sent to; null: any, for one of the environment')),
        usable: flag('True: it may be sent to the base URL'),
        overridesConfigFile: flag('True: another one is in the config file'),
      }),
    ),
    configPath: orNull(text('Path of the config file; null: there is no home directory')),
    recordings: object('Recordings of watch', {
      path: orNull(text('Their directory; null: there is none')),
      bytes: whole('Size on disk in bytes', 0),
      days: whole('Number of recorded days', 0),
      fault: orNull(text('Why watch in a terminal would not record; null: it would, or is not to')),
    }),
    preferences: ref('preferences'),
    check: orNull(
      object('The test request; null: it failed, and stderr says why', {
        session,
        asOf,
        requestsLeft: orNull(amount('Requests left in this minute; null: the service did not say')),
        milliseconds: amount('Time until the whole response had arrived, in milliseconds', { minimum: 0 }),
      }),
    ),
  }),
  event: {
    description: 'A change between two snapshots, or what a condition found. More types can be added.',
    type: 'object',
    oneOf: EVENTS,
  },
  error: object(
    'The last line on stderr, when a command with --json fails; stdout is empty then, except for the settings of status, and for lines that watch and replay have printed before',
    {
      error: object('What went wrong', {
        code: oneOf('The kind of error, as in boards help exit-codes', ERROR_CODES),
        message: text('One fact, for people'),
        status: orNull(whole('HTTP status; null: there was no response, or it is not the cause', 100)),
        retryable: flag('True: the same command can succeed later'),
        retryAfterSeconds: orNull(
          amount('Seconds to wait; null unless rate_limited or unavailable', { minimum: 0 }),
        ),
        hint: orNull(text('The next step, for people; alternatives are separated by line feeds; null: none')),
      }),
    },
  ),
});

const schema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ranked-boards:json',
  title: 'JSON of boards',
  description:
    'Every JSON output has its definition: `boards --json` is #/$defs/boardsJson, `boards watch --events` (each line) #/$defs/watchEvents, and so on; #/$defs/error is a line on stderr. Within a major version, fields, boards and types of events are only ever added: ignore those that you do not know.',
  $defs: definitions(),
});

export const schemaTopic = (): string => `${JSON.stringify(schema(), null, 2)}\n`;

const NAME_CELLS = 12;

/** The type of a value, and what it is. */
function textOf(schema: JsonObject): string {
  return `(${typeOf(schema)}) ${descriptionOf(schema)}`;
}

/** The description, or that of the definition that it refers to, as it continues a line. */
function descriptionOf(schema: JsonObject): string {
  return String(schema.description ?? definitions()[typeOf(schema)]?.description)
    .replaceAll('`', '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

const TYPES: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false' };

/** `number or null`, `[row]`, `{board key: [row]}`, `day, swing or null`; the name of a definition. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return TYPES[String(schema)] ?? String(schema);
  const { $ref, items, additionalProperties: values, propertyNames: keys, type, ...rest } = schema;
  if ($ref !== undefined) return String($ref).replace(/.*\//, '');
  const types = Array.isArray(type) ? type : [rest.const ?? type];
  const parts = [rest.anyOf, rest.enum].find(Array.isArray) ?? types;
  const words = parts.map((part) => {
    if (part === 'array') return `[${typeOf(items)}]`;
    return part === 'object' && isObject(keys) ? `{${firstWords(keys)}: ${typeOf(values)}}` : typeOf(part);
  });
  return [...(words.length > 1 ? [words.slice(0, -1).join(', ')] : []), words.at(-1)].join(' or ');
}

function firstWords({ description }: JsonObject): string {
  return (/^[\w ]+/.exec(String(description))?.[0] ?? '').toLowerCase();
}

function propertiesOf({ properties }: JsonObject): ReadonlyArray<readonly [string, JsonObject]> {
  return isObject(properties)
    ? Object.entries(properties).flatMap(([name, value]) => (isObject(value) ? [[name, value]] : []))
    : [];
}

/** A line for each field, also for those of an object in it: `check.asOf`. */
function fieldEntries(schema: JsonObject, path = ''): ReadonlyArray<Entry> {
  return propertiesOf(schema).flatMap(([name, field]) => [
    [path + name, textOf(field)] as const,
    ...fieldEntries(field, `${path}${name}.`),
  ]);
}

/** A line for each type of event, with what its fields are. */
function eventEntries(): ReadonlyArray<Entry> {
  return EVENTS.map((event) => {
    const [[, type = {}] = [], , , ...fields] = propertiesOf(event);
    const texts = fields.map(([name, field]) => `${name}: ${descriptionOf(field)}`);
    return [String(type.const), [descriptionOf(event), ...texts].join('. ')];
  });
}

/** Each definition with its fields; `boards config --help` has the preferences. */
function sections(): string {
  return Object.entries(definitions())
    .filter(([name]) => !(name in OUTPUTS) && name !== 'preferences')
    .map(([name, schema]) => {
      const title = wrapWords(`${name}: ${descriptionOf(schema)}`, PAGE_WIDTH).join('\n');
      const entries = name === 'event' ? eventEntries() : fieldEntries(schema);
      return `${title}\n${explained(entries, NAME_CELLS)}`;
    })
    .join('\n\n');
}

function outputLines(): string {
  const entries = Object.values(OUTPUTS).map(
    (output): Entry => [String(output.title).replace(/ (symbol|history) /, ' $1 X '), textOf(output)],
  );
  return explained(entries, 27);
}

/** The page of `boards help json`. What it says of fields is what `boards help schema` says of them. */
export const jsonTopic = (): string => `JSON

stdout carries data only; notes and errors go to stderr. JSON is one line when
piped, indented on a terminal. Within a major version, fields, boards and types
of events are only ever added: ignore those that you do not know.
boards help schema prints a JSON Schema of all of this.

${outputLines()}

A field is null only where its line says what null means.

${sections()}

Every event has type, asOf (that of the newer snapshot), timeframe, board,
symbol, from and to. The command of --exec gets its events on stdin.

Numbers are those of JavaScript: integers beyond 2^53 lose digits, 1e400 becomes
null and -0 becomes 0. A board whose name looks like an integer comes first in
the boards object; boardNames has the order of the service.

JSON has what the service sends, whatever --columns and --wide say; confluence
alone has now and gain of --at. Preferences are for people: JSON, CSV, --format
and --events take timeframes, limit, boards and columns from the command line
and BOARDS_TIMEFRAME alone. Files of recordings have the lines of watch --json
(boards help recordings).

  boards --json | jq -r '.boards.movers[] | [.rank, .symbol, .dayPct] | @tsv'
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards watch --events |
    jq --unbuffered -r 'select(.type == "entered") | .symbol'
`;
