import { ERROR_CODES } from '../errors.ts';
import { columnSchemas, schemasOf } from '../fields/fields.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import {
  amount,
  flag,
  list,
  map,
  oneOf,
  orNull,
  type Properties,
  type Schema,
  text,
  whole,
} from '../lib/json-schema.ts';
import { BIASES, MARKET_SESSIONS, TIMEFRAMES } from '../market/catalogue.ts';
import { wrapWords } from '../text/lines.ts';
import { PREFERENCES } from './preference-registry.ts';
import { explained, type LabelledText, PAGE_WIDTH } from './specification.ts';

// Tests validate the JSON output of all commands against this schema.

/** Later versions may add fields, so no schema forbids unknown ones. */
function object(description: string, always: Properties, sometimes: Properties = {}): Schema {
  const properties = { ...always, ...sometimes };
  return { description, type: 'object', properties, required: Object.keys(always) };
}

function ref(name: string, description?: string): Schema {
  return { ...(description === undefined ? {} : { description }), $ref: `#/$defs/${name}` };
}

function refOrNull(name: string, description: string): Schema {
  return { description, anyOf: [ref(name), { type: 'null' }] };
}

function oneOrSeveral(one: string, name: string): Schema {
  const description = `${one}. With several timeframes, an array in the order of -t`;
  return { description, anyOf: [ref(name), { type: 'array', items: ref(name) }] };
}

const AS_OF = 'When the snapshot was built, as ISO 8601 in UTC';
const UNLESS_SENT = 'Null if the service sent none';

const timeframe = oneOf('The timeframe that was requested', TIMEFRAMES);
const topPlay = refOrNull(
  'topPlay',
  'The symbol on the most boards; null if no symbol qualifies, or if the service sent none',
);
const asOf = orNull(text(`${AS_OF}. ${UNLESS_SENT}`));
const session = orNull(
  oneOf('The market session when the snapshot was built; null if not known', MARKET_SESSIONS),
);
const rank = whole('The rank', 1);
const rankIfSent = orNull(whole(`The rank. ${UNLESS_SENT}`, 1));

const inEach = (description: string, values: Schema) => map(description, 'Timeframe', values);

function ofRow(...names: ReadonlyArray<string>): Properties {
  return Object.fromEntries(Object.entries(schemasOf('row')).filter(([name]) => names.includes(name)));
}

function setting(description: string, value: Schema): Schema {
  const source = 'An option, an environment variable, `config file`, `default` or `not set`';
  return object(description, { value, source: text(source) });
}

const nothing = { description: 'Always null', type: 'null' };
const ticker = orNull(text('The ticker; null if there is none'));
const bias = oneOf('The bias', BIASES);
const ofMarket = orNull(oneOf('The session; null if not known', MARKET_SESSIONS));
const share = amount('Advancers divided by advancers and decliners, from 0 to 1', { minimum: 0, maximum: 1 });
const reportBoard = orNull(text('Board key; null if the kind is not board'));
const before = 'null if not known or unchanged';

const EVENTS: Readonly<Record<string, readonly [what: string, from: Schema, to: Schema]>> = {
  entered: ['A symbol is new on a board', nothing, rank],
  left: ['A symbol is no longer on a board', rank, nothing],
  moved: ['A symbol has another rank on a board', rank, rank],
  topPlay: ['Another symbol is the top play', ticker, ticker],
  bias: ['The bias of a symbol changed', bias, bias],
  session: ['The market session changed', ofMarket, ofMarket],
  confluence: [
    'The confluence of a symbol changed',
    orNull(whole(`The confluence, 0 if not listed; ${before}`, 0)),
    whole('The confluence, 0 if not listed', 0),
  ],
  dayPct: ['A condition on dayPct became true', orNull(amount(`Percent; ${before}`)), amount('Percent')],
  breadth: [
    'A condition on breadth became true',
    orNull({ ...share, description: `${share.description}; ${before}` }),
    share,
  ],
  listed: [
    'A row of the first snapshot (--initial), or a row that meets a condition without a change',
    nothing,
    rank,
  ],
};

function eventSchema([type, [what, from, to]]: readonly [string, (typeof EVENTS)[string]]): Schema {
  return object(what, {
    type: { description: 'The type of the change', const: type },
    asOf,
    timeframe,
    board: orNull(text('Board key; null if the event is not about one board')),
    symbol: orNull(text('Ticker; null if the event is about the market, or if there is no top play')),
    from,
    to,
  });
}

const OUTPUTS: Properties = {
  'boards --json': oneOrSeveral('A snapshot', 'snapshot'),
  'boards top --json': oneOrSeveral('The top play', 'top'),
  'boards symbol --json': list('One item for each ticker, in the order given', ref('symbol')),
  'boards confluence --json': list(
    'One item for each symbol, the highest total first. Among equal totals, the top play is first',
    ref('confluence'),
  ),
  'boards history --json': {
    description:
      'One item for each ticker and timeframe. Without a ticker, a report of what symbols did after they reached the boards',
    anyOf: [{ type: 'array', items: ref('history') }, ref('report')],
  },
  'boards --json --columns': list('One item for each row of a board', ref('fields')),
  'boards symbol --json --columns': list('One item for each board of each timeframe', ref('fields')),
  'boards confluence --json --columns': list('One item for each symbol', ref('fields')),
  'boards history --json --columns': list('One item for each board of each snapshot', ref('fields')),
  'boards status --json': ref('status'),
  'boards config list --json': ref('preferences'),
  'boards watch --json': ref('snapshot', 'Each line is a new snapshot'),
  'boards watch --events': ref('event', 'Each line is an event'),
  'boards replay --json': ref('snapshot', 'Each line is a recorded snapshot'),
  'boards replay --events': ref('event', 'Each line is an event of the recording'),
};

/** Turns `boards config list --json` into `configListJson`. */
function definitionOf(line: string): string {
  return line.replace(/^boards (?!-)/, '').replace(/ -*(.)/g, (_, letter: string) => letter.toUpperCase());
}

const ofSnapshots = (): Properties => ({
  snapshot: object(
    'The response of the service for one timeframe. -b and filters leave out boards and rows. Ignore fields that are not described here, because the service can add some.',
    {
      asOf: text(`${AS_OF}, such as 2026-11-20T15:31:00.000Z`),
      timeframe,
      session,
      breadth: refOrNull('breadth', 'How many symbols are up and down; null if not known'),
      topPlay,
      boards: map(
        'The rows of each board, best first. A board can have fewer rows than requested, or none. moneyFlow has up to six rows for each of blue, mid, small and penny, and fewer with --limit. This field is not the number `boards` of a row',
        'Board key, such as movers. New boards can be added',
        list('The rows of one board', ref('row')),
      ),
      boardNames: list('The keys of `boards`, in the order of the service', text('Board key')),
    },
  ),
  breadth: object('How many symbols of the market are up and down', {
    advancers: orNull(amount('Number of symbols that are up in this session; null if not known')),
    decliners: orNull(amount('Number of symbols that are down in this session; null if not known')),
    symbols: orNull(amount('Number of all symbols that the scanner covers; null if not known')),
  }),
  topPlay: object('The symbol on the most boards', schemasOf('topPlay')),
  row: object('A symbol on a board', schemasOf('row')),
  top: object('The top play of one timeframe', { asOf, timeframe, session, topPlay }),
});

const ofSymbols = (): Properties => ({
  symbol: object('The boards that a ticker is on', {
    ...ofRow('symbol', 'name'),
    timeframes: inEach('The boards of the ticker in each requested timeframe', ref('standing')),
  }),
  standing: object('A symbol in one timeframe. Without placements, its confluence is 0', {
    asOf,
    ...ofRow('boards'),
    bias: orNull(
      oneOf(
        'The direction that the scanner sees; null if the symbol is on no board, or if not known',
        BIASES,
      ),
    ),
    placements: list('The boards that list the symbol, in the order of the service', ref('placement')),
  }),
  placement: object('A symbol on a board', {
    board: text('Board key'),
    rank: rankIfSent,
    ...ofRow('metric', 'tag'),
  }),
  confluence: object(
    'A symbol and the boards that it is on, in each requested timeframe that lists it',
    {
      ...ofRow('symbol', 'name', 'price', 'volume'),
      total: whole('The sum of `timeframes`. The output is sorted by it', 0),
      timeframes: inEach('The confluence in each timeframe', whole('Confluence', 0)),
      boards: inEach(
        'The boards that list the symbol on any rank, in the order of the service. Boards and ranks that -b or -l hides are missing here and in `ranks`, but they count in `timeframes`',
        list('Board keys', text('Board key')),
      ),
      asOf: inEach('When the snapshot was built', asOf),
      dayPct: inEach(
        'Change over the window of the timeframe, in percent',
        orNull(amount('Percent; null if missing or stale')),
      ),
      bias: inEach('The direction that the scanner sees', orNull(oneOf('A bias; null if not known', BIASES))),
      ranks: inEach('The rank on each board that lists the symbol', map('Ranks', 'Board key', rankIfSent)),
    },
    {
      now: orNull(
        whole(
          'With --at, the total in the newest snapshots; null if the symbol left all boards, or if not known',
          0,
        ),
      ),
      gain: orNull(
        amount(
          'With --at, the change of the price until the newest snapshots, in percent. If they have no price, until the last price seen in any recorded timeframe. Null if not known',
        ),
      ),
    },
  ),
  fields: object(
    'An item of the flat array that --json --columns prints. boards prints one item for each row of a board, symbol for each board and timeframe, confluence for each symbol, and history for each board and snapshot. An item has the fields that you name, with the values of {field:raw} in boards help format, and null where that is empty. With several timeframes, timeframe and asOf come first',
    {},
    columnSchemas('row', 'symbol'),
  ),
  history: object('Where a symbol was during the day, in one timeframe', {
    ...ofRow('symbol'),
    timeframe: oneOf('The timeframe that was recorded', TIMEFRAMES),
    points: list('One item for each recorded snapshot, the oldest first', ref('point')),
  }),
  point: object(
    'A symbol in one recorded snapshot. If it is on no board, ranks is empty and the confluence is 0. For a board that the snapshot lacks, ranks has the last known rank',
    {
      asOf: text(AS_OF),
      ...ofRow('boards', 'price', 'dayPct'),
      ranks: map('The rank on each board that lists the symbol', 'Board key', rank),
    },
  ),
});

const OF_REPORT: Properties = {
  report: object('What symbols did after they reached the boards of one timeframe (boards help history)', {
    timeframe: oneOf('The timeframe of the entries', TIMEFRAMES),
    session: orNull(
      oneOf(
        'The session whose snapshots count; null if all snapshots count, because none has the session open',
        ['open'],
      ),
    ),
    days: list('The market days that count, the oldest first', text('A date, such as 2026-11-20')),
    snapshots: whole('Number of snapshots that count', 0),
    gaps: whole('Number of gaps between these snapshots within a day', 0),
    groups: list(
      'First the other symbols, then boards, then three boards or more, then top plays. Groups without entries are left out',
      ref('reportGroup'),
    ),
    entries: list('All entries in order of time', ref('reportEntry')),
  }),
  reportGroup: object('The entries of one kind', {
    kind: oneOf(
      'What the entries reached: board, confluence (three boards or more) or topPlay. The group other has all other symbols in the snapshots of the entries',
      ['other', 'board', 'confluence', 'topPlay'],
    ),
    board: reportBoard,
    direction: orNull(
      oneOf(
        'For the board movers, the sign of dayPct at the entry; null for every other group, or if dayPct is 0 or not known',
        ['up', 'down'],
      ),
    ),
    entries: whole(
      'Number of entries with a price. For the group other, the number of entries that are compared with it',
      0,
    ),
    withoutPrice: whole('Number of entries without a price. No figure includes them', 0),
    symbols: whole('Number of distinct symbols', 0),
    after: map('The figures of each window', 'Minutes (15, 30, 60), or end', ref('reportFigures')),
  }),
  reportFigures: object(
    'A group in one window. In the group other, the symbols that an entry is compared with share the weight one, so counts can have fractions',
    {
      n: amount('Number of entries whose window counts. It is the sum of rose, fell, unchanged and notSeen', {
        minimum: 0,
      }),
      priced: amount('Number of entries with a price in the last two minutes of the window', { minimum: 0 }),
      notSeen: amount('Number of entries without a later price in the window', { minimum: 0 }),
      medianPct: orNull(
        amount('The median change in percent; null if fewer than 20 symbols were seen again'),
      ),
      rose: amount('Number of entries with a higher price', { minimum: 0 }),
      fell: amount('Number of entries with a lower price', { minimum: 0 }),
      unchanged: amount('Number of entries with the same price', { minimum: 0 }),
      roseInterval: {
        description:
          'The 95 % interval (Wilson) of rose / (rose + fell + unchanged). Both ends are from 0 to 1; null if medianPct is null',
        type: ['array', 'null'],
        items: amount('0 to 1'),
      },
    },
  ),
  reportEntry: object('The first time on a day that a symbol reached a board, three boards or the top play', {
    kind: oneOf('What the symbol reached', ['board', 'confluence', 'topPlay']),
    board: reportBoard,
    symbol: text('Ticker'),
    day: text('The market day'),
    at: text(AS_OF),
    rank: orNull(whole('The rank on the board; null if the kind is not board', 1)),
    price: orNull(amount('The price; null if the snapshot has none above zero')),
    dayPct: orNull(amount('Change over the window of the timeframe, in percent; null if not known')),
    bias: orNull(oneOf('The direction that the scanner sees; null if not known', BIASES)),
    after: map(
      'The price last seen in each window; null if the entry has no price, or if the window has a gap or ends after the last snapshot of the day',
      'Minutes (15, 30, 60), or end',
      refOrNull('reportOutcome', 'Null if the window does not count'),
    ),
  }),
  reportOutcome: object(
    'The price last seen in a window. All fields are null if the symbol was not seen again',
    {
      price: orNull(amount('Price; null if not seen again')),
      at: orNull(text(`${AS_OF}; null if not seen again`)),
      changePct: orNull(amount('Change since the entry, in percent; null if not seen again')),
    },
  ),
};

const ofSettings = (): Properties => ({
  preferences: object(
    'The effective preferences by name, each with its value and source. More can be added',
    Object.fromEntries(PREFERENCES.map(({ id, doc, schema }) => [id, setting(doc, schema())])),
  ),
  status: object('Versions, the effective settings, and one test request', {
    version: text('The version of boards'),
    node: text('The version of Node, without v'),
    platform: text('The platform as Node names it: `linux`, `darwin`, `win32`'),
    sandbox: flag('True if the data is simulated'),
    baseUrl: orNull(setting('Base URL of the service; null if not set', text('An absolute URL'))),
    apiKey: orNull(
      object('The API key that was found; null if there is none', {
        masked: text('The key with all but its last four characters hidden'),
        source: oneOf('Where the key comes from', ['BOARDS_API_KEY', 'config file']),
        origin: orNull(
          text(
            'The only origin that the key is sent to; null for a key from the environment, which can be sent to any origin',
          ),
        ),
        usable: flag('True if the key may be sent to the base URL'),
        overridesConfigFile: flag('True if the config file has a key that this one overrides'),
      }),
    ),
    configPath: orNull(text('Path of the config file; null if there is no home directory')),
    recordings: object('The recordings of watch', {
      path: orNull(text('Directory of the recordings; null if there is none')),
      bytes: whole('Size on disk in bytes', 0),
      days: whole('Number of recorded days', 0),
      fault: orNull(text('Why watch in a terminal does not record; null if it does')),
    }),
    preferences: ref('preferences'),
    check: orNull(
      object('The test request; null if it failed. Then stderr says why', {
        session,
        asOf,
        requestsLeft: orNull(amount('Requests left in this minute; null if the service did not say')),
        milliseconds: amount('Time until the whole response arrived, in milliseconds', { minimum: 0 }),
      }),
    ),
  }),
});

const OF_STREAMS: Properties = {
  event: {
    description:
      'A change between two snapshots, or a condition that became true. The field from is the value before, and to is the value after. A condition can become true without a change: when --until is met at the first snapshot, when held is reached, or when a filter begins to show a row. More types can be added.',
    type: 'object',
    oneOf: Object.entries(EVENTS).map(eventSchema),
  },
  error: object(
    'The last line on stderr if a command with --json fails. Then stdout is empty, except for the settings of status and for lines that watch and replay printed before',
    {
      error: object('What went wrong', {
        code: oneOf('The kind of error, as in boards help exit-codes', ERROR_CODES),
        message: text('One fact, for people'),
        status: orNull(
          whole('HTTP status; null if there was no response, or if the response is not the cause', 100),
        ),
        retryable: flag('True if the same command can succeed later'),
        retryAfterSeconds: orNull(
          amount('Seconds to wait; null unless the code is rate_limited or unavailable', { minimum: 0 }),
        ),
        hint: orNull(
          text('The next step, for people; null if there is none. Line feeds separate alternatives'),
        ),
      }),
    },
  ),
};

const definitions = (): Properties => ({
  ...ofSnapshots(),
  ...ofSymbols(),
  ...OF_REPORT,
  ...ofSettings(),
  ...OF_STREAMS,
});

export function schemaTopic(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:ranked-boards:json',
    title: 'JSON of boards',
    description:
      'Every JSON output has its definition. For example, #/$defs/boardsJson describes the output of `boards --json`, and #/$defs/watchEvents each line of `boards watch --events`. #/$defs/error describes an error on stderr. Ignore fields, boards and types of events that you do not know. From 1.0 on, only a new major version can remove any.',
    $defs: {
      ...Object.fromEntries(
        Object.entries(OUTPUTS).map(([title, output]) => [definitionOf(title), { title, ...output }]),
      ),
      ...definitions(),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const NAME_CELLS = 12;

function textOf(schema: JsonObject): string {
  return `(${typeOf(schema)}) ${descriptionOf(schema)}`;
}

/** Falls back to the description of the referenced definition. */
function descriptionOf(schema: JsonObject): string {
  return continued(String(schema.description ?? definitions()[typeOf(schema)]?.description));
}

function continued(text: string): string {
  return text.replaceAll('`', '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

const TYPES: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false' };

/** Returns text such as `number or null`, `[row]` or `{board key: [row]}`. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return TYPES[String(schema)] ?? String(schema);
  const { $ref, items, additionalProperties: values, propertyNames: keys, type } = schema;
  if ($ref !== undefined) return String($ref).replace(/.*\//, '');
  const parts = [schema.anyOf, schema.enum, type].find(Array.isArray) ?? [type];
  const words = parts.map((part) => {
    if (part === 'array') return `[${typeOf(items)}]`;
    return part === 'object' && isObject(keys) ? `{${nameOf(keys)}: ${typeOf(values)}}` : typeOf(part);
  });
  return [...(words.length > 1 ? [words.slice(0, -1).join(', ')] : []), words.at(-1)].join(' or ');
}

/** Turns `Board key, such as movers` into `board key`. */
function nameOf({ description }: JsonObject): string {
  return (/^\w+( \w+)*/.exec(String(description))?.[0] ?? '').toLowerCase();
}

function fieldEntries({ properties }: JsonObject, path = ''): ReadonlyArray<LabelledText> {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return fields.flatMap(([name, field]) =>
    isObject(field) ? [[path + name, textOf(field)] as const, ...fieldEntries(field, `${path}${name}.`)] : [],
  );
}

const eventEntries = Object.entries(EVENTS).map(([type, [what, from, to]]): LabelledText => {
  const [before, after] = [descriptionOf(from), descriptionOf(to)];
  return [type, `${continued(what)}. from: ${before}. to: ${after}`];
});

/** Leaves out the preferences, which `boards config --help` lists. */
function sections(): string {
  const { preferences: _, ...others } = definitions();
  return Object.entries(others)
    .map(([name, schema]) => {
      const title = wrapWords(`${name}: ${descriptionOf(schema)}`, PAGE_WIDTH).join('\n');
      if (name === 'fields') return title;
      const entries = name === 'event' ? eventEntries : fieldEntries(schema);
      return `${title}\n${explained(entries, NAME_CELLS)}`;
    })
    .join('\n\n');
}

/** Leaves out the outputs of `--columns`, which the list of fields explains. */
const outputLines = (): string =>
  explained(
    Object.entries(OUTPUTS)
      .filter(([line]) => !line.endsWith('--columns'))
      .map(([line, output]) => [line.replace(/ (symbol|history) /, ' $1 X '), textOf(output)]),
    27,
  );

export const jsonTopic = (): string => `JSON output

Only data goes to stdout. Notes and errors go to stderr. JSON is one line in a
pipe, and indented on a terminal. If one of several timeframes fails, a script
gets none of them, and the error names those that failed.

Ignore fields, boards and types of events that you do not know. From 1.0 on,
only a new major version can remove any. CHANGELOG.md lists what is removed.
boards help schema prints a JSON Schema of everything on this page.

${outputLines()}

A field can be null only if its description says so.

${sections()}

Every event has the fields type, asOf, timeframe, board, symbol, from and to.
asOf is the time of the newer snapshot. board is null if the event is not about
one board. symbol is null if the event is about the market, or if there is no
top play. A command of --exec gets its events on stdin.

A board that is null or missing in a snapshot causes no event. When the board
returns, it is compared with the last snapshot that had it. The same applies if
session or breadth is null, if topPlay is missing, and if topPlay is null in a
snapshot without boards. An empty list is data: its symbols have left.

Numbers are JavaScript numbers. Integers beyond 2^53 lose digits, 1e400 becomes
null, and -0 becomes 0. In the object boards, a board whose name looks like an
integer comes first. boardNames has the order of the service.

The fields now and gain of --at are in the JSON of confluence. The JSON of other
commands has them only if --columns names them.

JSON, CSV, --format and --events ignore the preferences timeframe, limit, boards
and columns. Use options instead, or BOARDS_TIMEFRAME for the timeframe.

Files of recordings have the lines of watch --json (boards help recordings).

  boards --json | jq -r ".boards.movers[] | [.rank, .symbol, .dayPct] | @tsv"
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards --json --columns board,symbol,dayPct -b movers | jq -c ".[]"
  boards watch --events |
    jq --unbuffered -r 'select(.type == "entered") | .symbol'
`;
