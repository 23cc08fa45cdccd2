import { FIELDS } from '../fields/fields.ts';
import { wrapWords } from '../view/wrap.ts';

const NAME_CELLS = 12;
const INDENT = 2;
const PAGE_CELLS = 80;

/** Names with explanations that flow beside them. */
function explained(entries: ReadonlyArray<readonly [name: string, text: string]>): string {
  const blanks = ' '.repeat(INDENT + NAME_CELLS);
  return entries
    .map(([name, text]) => {
      const lines = wrapWords(text, PAGE_CELLS - INDENT - NAME_CELLS).join(`\n${blanks}`);
      return `  ${name.padEnd(NAME_CELLS)}${lines}`;
    })
    .join('\n');
}

const rowLines = () =>
  explained(FIELDS.flatMap(({ id, doc, schema }) => (schema === undefined ? [] : [[id, doc] as const])));

function formatLines(): string {
  const sent = FIELDS.filter(({ schema }) => schema !== undefined).map(({ id }) => id);
  return [
    ...wrapWords(sent.join(', '), PAGE_CELLS - INDENT).map((line) => ' '.repeat(INDENT) + line),
    `${' '.repeat(INDENT + NAME_CELLS)}as in a row or the top play, and:`,
    explained(
      FIELDS.filter((field) => field.of.length > 0).flatMap(({ id, doc, formatDoc }) => {
        const text = sent.includes(id) ? formatDoc : doc;
        return text === undefined ? [] : [[id, text] as const];
      }),
    ),
  ].join('\n');
}

/** The page of `boards help json`. Tests compare its fields with those of `boards help schema`. */
export const jsonTopic = (): string => `JSON and CSV

stdout carries data only; notes and errors go to stderr. JSON is one line when
piped, indented on a terminal. Within a major version, fields, boards and types
of events are only ever added: ignore those that you do not know.
boards help schema prints a JSON Schema of all of this.

  boards --json             a snapshot, as the service sent it
  boards top --json         {asOf, timeframe, session, topPlay}
  boards symbol X --json    {symbol, name, timeframes: {day: standing}}
  boards confluence --json  [{symbol, name, total, timeframes, boards}]
  boards history X --json   [{symbol, timeframe, points: [point]}]
  boards status --json      {sandbox, baseUrl, apiKey, configPath, recordings,
                            preferences, check}
  boards config list --json
                            {limit: {value, source}, ...}
  boards watch --json       one line per new snapshot
  boards watch --events     one line per change
  boards replay --json      as watch --json, of a recording
  boards replay --events    as watch --events, of a recording

For several timeframes, boards and top print an array, in the order requested;
for several tickers, symbol does. watch and replay always print lines.

A field is null only where its line says what null means.

Snapshot:
  asOf        when it was built: ISO 8601, UTC
  timeframe   the one that was served: scalp, day, swing, position, investing
  session     premarket, open, afterhours or closed; null: not known
  breadth     {advancers, decliners, symbols}: how many symbols are up and down
              on the session, and how many there are; each of them or all null:
              not known
  topPlay     the symbol on the most boards; null: none qualifies
  boards      rows by board: {movers: [row, ...]}; a board can have fewer rows
              than requested, or none; moneyFlow has 24, or with --limit fewer,
              up to six for each of blue, mid, small and penny
  boardNames  the keys of boards, in the order of the service

Row of a board; top play (without rank, metric and tag, but with reasons):
${rowLines()}

The name boards has two meanings. In a snapshot it is an object: the rows of
each board. In a row, the top play, a standing and a point it is a number, the
confluence: how many boards have the symbol on ranks 1 to 5. It can be less than
the number of boards that list the symbol.

symbol --json:
  name        null: not known, or on no board
  timeframes  a standing by timeframe: {asOf, boards, bias, placements}; on no
              board, boards is 0; bias null: on no board, or not known
  placements  [{board, rank, metric, tag}]: the key of each board that lists
              it, and fields of its row

confluence --json:
  total       the sum of timeframes; the highest comes first
  timeframes  confluence by timeframe: {day: 4}
  boards      keys of the boards that list the symbol on any rank, by
              timeframe: {day: ["movers", ...]}

history --json:
  points      [{asOf, boards, price, dayPct, ranks}], the oldest first; boards
              0: on no board; price and dayPct null: as in a row, or on no board
  ranks       rank by board: {movers: 3}; empty: on no board

status --json:
  sandbox     true: the data is simulated
  baseUrl     {value, source}; null: not set
  apiKey      {masked, source, origin, usable, overridesConfigFile}: its last
              characters, where it comes from, the only origin that it is sent
              to (null: any), whether it may be sent to the base URL, and
              whether the config file has another one; null: no key
  configPath  null: no home directory
  recordings  {path, bytes, days}: directory (null: none), size in bytes, and
              number of recorded days
  preferences
              as in config list --json
  check       {session, asOf, requestsLeft, milliseconds} of a test request:
              requests left in this minute (null: not known), and latency

config list --json, for each preference:
  value       null: not set; interval in seconds, record in days or "off"
  source      an option or variable, "config file", "default" or "not set"

Events: {type, asOf, timeframe, board, symbol, from, to}, also on the stdin of
--exec. asOf is that of the newer snapshot.
  type        board   symbol   from                 to
  entered     key     ticker   null                 its rank
  left        key     ticker   its last rank        null
  moved       key     ticker   rank before          rank now
  topPlay     null    as to    ticker or null       ticker or null: none
  bias        null    ticker   bias before          bias now
  session     null    null     session or null      session or null: not known
  confluence  null    ticker   boards before        boards now; 0: not listed
  dayPct      key (1) ticker   percent before       percent now
  breadth     key (1) (2)      share before         share of advancers, 0 to 1
  listed      key     ticker   null                 its rank
  (1) null: whatever boards the symbol is on   (2) ticker; null: the market
dayPct and breadth say that a condition on these numbers became true, where
nothing else changed; listed is a row of --initial, or what met --until in the
first snapshot. from is null where the value before is not known, as it is then.
moved has from and to alike where a condition became true without a move.

Errors with --json are one line on stderr. stdout stays empty then, except for
lines that watch and replay have printed before:
  {"error": {code, message, status, retryable, retryAfterSeconds, hint}}
  code        internal, usage, config ...: see boards help exit-codes
  message     one fact, for people
  status      HTTP status; null: no response, or not the cause
  retryable   true: the same command can succeed later
  retryAfterSeconds
              seconds to wait; null: not rate limited
  hint        the next step, for people, or several with line feeds between
              them; null: none

Numbers are those of JavaScript: integers beyond 2^53 lose digits, 1e400 becomes
null and -0 becomes 0. A board whose name looks like an integer comes first in
the boards object; boardNames has the order of the service.

Fields of --format: {field} is as in the tables, – where JSON has null;
{field:raw} is as in JSON, and empty for null.
${formatLines()}
JSON and CSV have neither now nor gain. In a template, \\t is a tab, \\n a line
feed, \\\\ a backslash, {{ and }} are braces; other backslashes stay.

CSV (RFC 4180, UTF-8) has full numbers, and empty cells for null:
  boards --csv, boards confluence --csv
      asOf,timeframe,board,rank,symbol,name,price,dayPct,volume,boards,bias,
      metric,tag
      with --columns, its columns in its order after asOf,timeframe,board; in
      confluence too, rank is that on the board
  boards history X --csv
      symbol,timeframe,asOf,boards,price,dayPct,board,rank
Text that begins with = + - or @, also behind a semicolon, tab or line feed,
gets an apostrophe in front, so that no spreadsheet runs it as a formula: a
metric +1.8% on 3.2x is '+1.8% on 3.2x. Numbers and percentages do not.

JSON, CSV and --format are the same with and without --wide. Only CSV has
--columns: JSON has all fields, and a template those that it names.

Recordings of boards watch --record are its lines, in a file for each day and
timeframe (boards status says where). They are for your own use: the service
forbids redistribution, and no command shares them.

  gzip -cdf ~/.local/state/ranked-boards/*/2026-11-20/day.ndjson* |
    jq -r '[.asOf, .topPlay.symbol] | @tsv'
  duckdb -c "select d.asOf, d.topPlay.symbol from read_json_auto(
    '~/.local/state/ranked-boards/*/2026-11-20/day.ndjson*') d"

  boards --json | jq -r '.boards.movers[] | [.rank, .symbol, .dayPct] | @tsv'
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards watch --events |
    jq --unbuffered -r 'select(.type == "entered") | .symbol'
`;
