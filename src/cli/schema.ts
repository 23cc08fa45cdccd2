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
  const description = `${one}; several timeframes: an array, in the order requested`;
  return { description, anyOf: [ref(name), { type: 'array', items: ref(name) }] };
}

const AS_OF = 'When the snapshot was built: ISO 8601, UTC';
const UNLESS_SENT = 'Null only if the service sent none';

const timeframe = oneOf('The timeframe that was requested', TIMEFRAMES);
const topPlay = refOrNull(
  'topPlay',
  'The symbol on the most boards; null: none qualifies, or it was not sent',
);
const asOf = orNull(text(`${AS_OF}. ${UNLESS_SENT}`));
const session = orNull(
  oneOf('The market session when the snapshot was built; null: not known', MARKET_SESSIONS),
);
const rank = whole('Its rank', 1);
const rankIfSent = orNull(whole(`Its rank. ${UNLESS_SENT}`, 1));

const inEach = (description: string, values: Schema) => map(description, 'Timeframe', values);

function ofRow(...names: ReadonlyArray<string>): Properties {
  return Object.fromEntries(Object.entries(schemasOf('row')).filter(([name]) => names.includes(name)));
}

function setting(description: string, value: Schema): Schema {
  const source = 'An option, an environment variable, `config file`, `default` or `not set`';
  return object(description, { value, source: text(source) });
}

const nothing = { description: 'Always null', type: 'null' };
const ticker = orNull(text('Ticker; null: none'));
const bias = oneOf('The bias', BIASES);
const ofMarket = orNull(oneOf('The session; null: not known', MARKET_SESSIONS));
const share = amount('Advancers of advancers and decliners, 0 to 1', { minimum: 0, maximum: 1 });
const reportBoard = orNull(text('Board key; null: of another kind'));
const before =
  'null: not known, or nothing changed: --until at the first snapshot, held, or a filter that now shows the row';

const EVENTS: Readonly<Record<string, readonly [what: string, from: Schema, to: Schema]>> = {
  entered: ['A symbol is new on a board', nothing, rank],
  left: ['A symbol is no longer on a board', rank, nothing],
  moved: ['A symbol has another rank on a board', rank, rank],
  topPlay: ['Another symbol is the top play', ticker, ticker],
  bias: ['The bias of a symbol changed', bias, bias],
  session: ['The market session changed', ofMarket, ofMarket],
  confluence: [
    'The confluence of a symbol changed',
    orNull(whole(`Its confluence, 0: not listed; ${before}`, 0)),
    whole('Its confluence, 0: not listed', 0),
  ],
  dayPct: ['A condition on dayPct became true', orNull(amount(`Percent; ${before}`)), amount('Percent')],
  breadth: [
    'A condition on breadth became true',
    orNull({ ...share, description: `${share.description}; ${before}` }),
    share,
  ],
  listed: [
    'A row of the first snapshot (--initial), or one of which a condition is true without a change',
    nothing,
    rank,
  ],
};

function eventSchema([type, [what, from, to]]: readonly [string, (typeof EVENTS)[string]]): Schema {
  return object(what, {
    type: { description: 'The type of the change', const: type },
    asOf,
    timeframe,
    board: orNull(text('Board key; null: it is not about one board')),
    symbol: orNull(text('Ticker; null: it is about the market, or there is no top play')),
    from,
    to,
  });
}

const OUTPUTS: Properties = {
  'boards --json': oneOrSeveral('A snapshot', 'snapshot'),
  'boards top --json': oneOrSeveral('The top play', 'top'),
  'boards symbol --json': list('One for each ticker, in the order given', ref('symbol')),
  'boards confluence --json': list('The highest total first, then the top play', ref('confluence')),
  'boards history --json': {
    description:
      'One for each ticker and timeframe; without a ticker, what symbols did after they reached the boards',
    anyOf: [{ type: 'array', items: ref('history') }, ref('report')],
  },
  'boards --json --columns': list('One for each row of a board', ref('fields')),
  'boards symbol --json --columns': list('One for each board of each timeframe', ref('fields')),
  'boards confluence --json --columns': list('One for each symbol', ref('fields')),
  'boards history --json --columns': list('One for each board of each snapshot', ref('fields')),
  'boards status --json': ref('status'),
  'boards config list --json': ref('preferences'),
  'boards watch --json': ref('snapshot', 'Each line: a new snapshot'),
  'boards watch --events': ref('event', 'Each line: an event'),
  'boards replay --json': ref('snapshot', 'Each line: a recorded snapshot'),
  'boards replay --events': ref('event', 'Each line: an event of the recording'),
};

/** Turns `boards config list --json` into `configListJson`. */
function definitionOf(line: string): string {
  return line.replace(/^boards (?!-)/, '').replace(/ -*(.)/g, (_, letter: string) => letter.toUpperCase());
}

const ofSnapshots = (): Properties => ({
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
  top: object('The top play of one timeframe', { asOf, timeframe, session, topPlay }),
});

const ofSymbols = (): Properties => ({
  symbol: object('Where a ticker is', {
    ...ofRow('symbol', 'name'),
    timeframes: inEach('What each requested timeframe says of it', ref('standing')),
  }),
  standing: object('A symbol in one timeframe; without placements, confluence is 0', {
    asOf,
    ...ofRow('boards'),
    bias: orNull(oneOf('The direction that the scanner sees; null: on no board, or not known', BIASES)),
    placements: list('The boards that list it, in the order of the service', ref('placement')),
  }),
  placement: object('A symbol on a board', {
    board: text('Board key'),
    rank: rankIfSent,
    ...ofRow('metric', 'tag'),
  }),
  confluence: object(
    'A symbol, and the boards that it is on, in each requested timeframe that lists it',
    {
      ...ofRow('symbol', 'name', 'price', 'volume'),
      total: whole('The sum of `timeframes`: what the output is sorted by', 0),
      timeframes: inEach('Its confluence', whole('Confluence', 0)),
      boards: inEach(
        'The boards that list it on any rank, in the order of the service; those that -b and -l hide are left out here and in `ranks`, but count in `timeframes`',
        list('Board keys', text('Board key')),
      ),
      asOf: inEach('When the snapshot was built', asOf),
      dayPct: inEach(
        'Its change over the window, in percent',
        orNull(amount('Percent; null: missing or stale')),
      ),
      bias: inEach('The direction that the scanner sees', orNull(oneOf('A bias; null: not known', BIASES))),
      ranks: inEach('Its place on each board that lists it', map('Places', 'Board key', rankIfSent)),
    },
    {
      now: orNull(
        whole('With --at: its total in the newest snapshots; null: it left all boards, or not known', 0),
      ),
      gain: orNull(
        amount(
          'With --at: change of its price until then, in percent; without a price then, until the last price seen in any recorded timeframe; null: not known',
        ),
      ),
    },
  ),
  fields: object(
    'A row of --json --columns, which prints a flat array of them: in boards one for each row of a board, in symbol for each board and timeframe, in confluence for each symbol, in history for each board and snapshot. It has the named fields, as {field:raw} of boards help format, with null where that is empty; of several timeframes, timeframe and asOf come first',
    {},
    columnSchemas('row', 'symbol'),
  ),
  history: object('Where a symbol has been over the day, in one timeframe', {
    ...ofRow('symbol'),
    timeframe: oneOf('The timeframe that was recorded', TIMEFRAMES),
    points: list('One for each recorded snapshot, the oldest first', ref('point')),
  }),
  point: object(
    'A symbol at one recorded snapshot; on no board, ranks are empty and confluence is 0; a board that the snapshot lacks is as it was last',
    {
      asOf: text(AS_OF),
      ...ofRow('boards', 'price', 'dayPct'),
      ranks: map('Its place on each board that lists it', 'Board key', rank),
    },
  ),
});

const OF_REPORT: Properties = {
  report: object('What symbols did after they reached the boards of one timeframe (boards help history)', {
    timeframe: oneOf('The timeframe of the entries', TIMEFRAMES),
    session: orNull(oneOf('The session that counts; null: all, because none of them is open', ['open'])),
    days: list('The market days that count, the oldest first', text('A date, such as 2026-11-20')),
    snapshots: whole('Snapshots that count', 0),
    gaps: whole('Gaps between them within a day', 0),
    groups: list(
      'The other symbols, then boards, three boards or more, and top plays; those without entries are left out',
      ref('reportGroup'),
    ),
    entries: list('In order of time', ref('reportEntry')),
  }),
  reportGroup: object('The entries of one kind', {
    kind: oneOf(
      'board, confluence (three boards or more), topPlay, or other: all other symbols in the snapshots of entries',
      ['other', 'board', 'confluence', 'topPlay'],
    ),
    board: reportBoard,
    direction: orNull(
      oneOf('Of movers, the sign of dayPct at the entry; null: of another kind, or it is 0 or unknown', [
        'up',
        'down',
      ]),
    ),
    entries: whole('Entries with a price; of other, those that it is compared with', 0),
    withoutPrice: whole('Entries without a price, which are in no figure', 0),
    symbols: whole('Distinct symbols', 0),
    after: map('The figures of each window', 'Minutes (15, 30, 60), or end', ref('reportFigures')),
  }),
  reportFigures: object(
    'A group in one window; for other, each entry weighs one, so that counts have fractions',
    {
      n: amount('Entries whose window counts: rose, fell, unchanged and notSeen together', { minimum: 0 }),
      priced: amount('Those that have a price in the last two minutes of the window', { minimum: 0 }),
      notSeen: amount('Those that have none in the window', { minimum: 0 }),
      medianPct: orNull(amount('The median change in percent; null: fewer than 20 symbols were seen again')),
      rose: amount('Those with a higher price', { minimum: 0 }),
      fell: amount('Those with a lower price', { minimum: 0 }),
      unchanged: amount('Those with the same price', { minimum: 0 }),
      roseInterval: {
        description:
          'The 95 % interval (Wilson) of rose / (rose + fell + unchanged), both 0 to 1; null as medianPct',
        type: ['array', 'null'],
        items: amount('0 to 1'),
      },
    },
  ),
  reportEntry: object('The first time of a day that a symbol reached something', {
    kind: oneOf('What it reached', ['board', 'confluence', 'topPlay']),
    board: reportBoard,
    symbol: text('Ticker'),
    day: text('The market day'),
    at: text(AS_OF),
    rank: orNull(whole('Its rank on the board; null: of another kind', 1)),
    price: orNull(amount('Its price; null: the snapshot has none above zero')),
    dayPct: orNull(amount('Its change over the window of the timeframe, in percent; null: not known')),
    bias: orNull(oneOf('The direction that the scanner sees; null: not known', BIASES)),
    after: map(
      'The price last seen in each window; null: there is no price at the entry, or the window has a gap or ends later than the day',
      'Minutes (15, 30, 60), or end',
      refOrNull('reportOutcome', 'Null: the window does not count'),
    ),
  }),
  reportOutcome: object('The price last seen in a window; all null: not seen again', {
    price: orNull(amount('Price; null: not seen again')),
    at: orNull(text(`${AS_OF}; null: not seen again`)),
    changePct: orNull(amount('Change since the entry, in percent; null: not seen again')),
  }),
};

const ofSettings = (): Properties => ({
  preferences: object(
    'The effective preferences, by name, each with value and source; more can be added',
    Object.fromEntries(PREFERENCES.map(({ id, doc, schema }) => [id, setting(doc, schema())])),
  ),
  status: object('Versions, the effective settings, and one test request', {
    version: text('The version of boards'),
    node: text('The version of Node, without v'),
    platform: text('As process.platform of Node: `linux`, `darwin`, `win32`'),
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
      fault: orNull(text('Why watch in a terminal does not record; null: it does')),
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
});

const OF_STREAMS: Properties = {
  event: {
    description: 'A change between two snapshots, or what a condition found. More types can be added.',
    type: 'object',
    oneOf: Object.entries(EVENTS).map(eventSchema),
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
      'Every JSON output has its definition: `boards --json` is #/$defs/boardsJson, `boards watch --events` (each line) #/$defs/watchEvents, and so on; #/$defs/error is a line on stderr. Ignore fields, boards and types of events that you do not know: from 1.0 on, they are only ever added within a major version.',
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

export const jsonTopic = (): string => `JSON

stdout carries data only; notes and errors go to stderr. JSON is one line when
piped, indented on a terminal. Of several timeframes a script gets all or none:
the error names those that failed.

Ignore fields, boards and types of events that you do not know. From 1.0 on,
they are only ever added within a major version; before that, CHANGELOG.md lists
what goes. boards help schema prints a JSON Schema of all of this.

${outputLines()}

A field is null only where its line says what null means.

${sections()}

Every event has type, asOf (that of the newer snapshot), timeframe, board (null:
not about one board), symbol (null: about the market, or no top play), from and
to. The command of --exec gets its events on stdin. A board that a snapshot
lacks, or that is null, causes no event. When it returns, it is compared with
the last snapshot that had it. So are a session or breadth that is null, and a
topPlay that is missing, or null without any board. An empty list is data.

Numbers are those of JavaScript: integers beyond 2^53 lose digits, 1e400 becomes
null and -0 becomes 0. A board whose name looks like an integer comes first in
the boards object; boardNames has the order of the service.

Without --columns, JSON has what the service sends; confluence alone has now and
gain of --at. Preferences are for people: JSON, CSV, --format and --events take
timeframes, limit, boards and columns from the command line and BOARDS_TIMEFRAME
alone. Files of recordings have the lines of watch --json (boards help
recordings).

  boards --json | jq -r ".boards.movers[] | [.rank, .symbol, .dayPct] | @tsv"
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards --json --columns board,symbol,dayPct -b movers | jq -c ".[]"
  boards watch --events |
    jq --unbuffered -r 'select(.type == "entered") | .symbol'
`;
