import { fieldsOf, usualColumns } from '../fields/fields.ts';
import { BOARD_CATALOGUE, type CatalogueEntry, TIMEFRAMES, WINDOWS } from '../market/catalogue.ts';
import { csvFields } from '../output/csv.ts';
import { wrapWords } from '../text/lines.ts';
import { PREFERENCES } from './preference-registry.ts';
import { jsonTopic, schemaTopic } from './schema.ts';
import { explained, type LabelledText, PAGE_WIDTH, type Topic } from './specification.ts';

/** Must fit on a screen of 80 × 24. Tests run its examples. */
const conditionsTopic = () => `Conditions of watch --on and --until, of replay --on, and of n in the pane

Join terms with + if all must be true. Separate alternatives with commas.
  change  entered, left, moved, topPlay, bias, session, confluence
  board   movers, or board:newKey for a board that this version does not know
  ticker  NVDA in capitals, symbol:left (left is a change), symbol:"A B, C+D"
  number  boards>=4, rank<=3, dayPct>=8, dayPct<=-5, breadth<=0.4 (share of
          advancers). Quote these, because < and > are special to the shell.

A condition with a change fires on each such change, if its other terms are true
after it (for left: before it). A condition with a number but no change fires
each time it becomes true; with held>=5m, when it has been true for 5 minutes.
Any other condition fires on each change of its board or ticker. Rows hidden by
-b, --limit or a filter never fire. Nothing fires in the first snapshot, but a
number that is already true meets --until, which prints what met it. The same
applies to the first snapshot of a board. --cooldown limits repetitions.

  --on "boards>=4"                    a symbol reaches four boards
  --on "entered+movers+rank<=3"       a new symbol is in the top 3 of movers
  --on "NVDA+rank<=3+held>=2m"        NVDA is in the top 3 of a board for 2 min
  --on "left+boards>=4"               a symbol on four boards leaves one of them
  --on "dayPct>=8+boards>=3,topPlay"  either of the two conditions is met
  --until "session,breadth<=0.4"      the session changes, or most symbols fall
`;

const exitCodesTopic = () => `Exit codes

  0   ok            the output was printed, even if it is empty; you pressed q;
                    or the reader of the pipe closed it
  1   internal      a bug, or output could not be written
  2   usage         invalid command, option or value; -b names only boards that
                    no snapshot can have; no terminal for a prompt
  3   config        config file is corrupt, not readable or not writable; base
                    URL is missing or unsafe; environment is unsafe; Node is too
                    old
  4   auth          no key; malformed key; key refused by the service: 401, 402
                    or 403 (a pane that shows data stays open then, and exits
                    with 4 when you leave it)
  5   rate_limited  429 after all retries
  6   unavailable   5xx after all retries
  7   network       DNS, connection, TLS, proxy, timeout, response cut off
  8   bad_response  the response is not JSON, not a snapshot, of another
                    timeframe, too large or too deep; or it is a redirect or any
                    other 4xx; or 401, 402 or 403 came from another server, such
                    as a proxy or firewall
  9   not_met       --until was not met before --for, --count or q ended the
                    watch
  10  not_recorded  nothing recorded matches; the hint names what is recorded
  129 130 131 143   ended by SIGHUP, SIGINT (Ctrl-C), SIGQUIT, SIGTERM
  149               ended by Ctrl-Break (SIGBREAK) on Windows
  128 + n           ended by another signal with the number n, such as SIGUSR2

Codes above 128 are what a shell reports, because boards ends by the signal
itself. So Ctrl-C also ends a loop of the shell, and a service manager counts a
stop as clean. boards exits with the number itself in three cases: as process 1
of a container, on Windows, and on SIGQUIT and SIGXCPU, which would otherwise
write a core file with the key in it.

If you close the terminal, boards ends as on SIGHUP. If a disk does not respond,
boards prints a note and ends itself by SIGTERM, even after q.

With --json, an error is one line of JSON. It is the last line on stderr, after
any notes:
  {"error":{"code","message","status","retryable","retryAfterSeconds","hint"}}
`;

const environmentTopic = () => `Environment

Options override environment variables. Variables override the config file,
which overrides the defaults. An empty variable counts as not set.

  BOARDS_API_KEY         the API key, used instead of the stored key
${PREFERENCES.flatMap(({ variable: own }) => (own === undefined ? [] : [`  ${own.name.padEnd(21)}  ${own.doc}\n`])).join('')}  BOARDS_CONFIG_DIR      directory of the config file (boards config path)
  BOARDS_DATA_DIR        directory of the recordings of watch (boards status)
  XDG_CONFIG_HOME        an absolute path; the config file is
                         ranked-boards/config.json in this directory
  XDG_STATE_HOME         an absolute path; the recordings are in ranked-boards
                         in this directory
  NO_COLOR               turns colour off if it is not empty; bold and inverse
                         stay
  FORCE_COLOR            sets the colours, even in a pipe: 0 is none, 1 is what
                         TERM and COLORTERM support, 2 is 256 colours, 3 is true
                         colour
  COLUMNS                width of tables in a pipe
  TZ                     the local time zone, such as America/New_York; times
                         are shown in it unless the preference timezone is set
  TERM                   if it is dumb, every command prints plain text; if it
                         is linux, signs are ASCII
  LC_ALL LC_CTYPE LANG   the first of these that is set counts; if its locale
                         does not use UTF-8, such as C, signs are ASCII
  HTTPS_PROXY ALL_PROXY  an http or https proxy; the first of these that is set
                         counts. SOCKS is not supported, and requests to this
                         computer use no proxy
  NO_PROXY               hosts to reach without a proxy: domains with their
                         subdomains, IP addresses or CIDR blocks, each with an
                         optional port, or * for all hosts
  NODE_EXTRA_CA_CERTS    a PEM file with your own certificate authority
`;

const BOARD_CELLS = 13;

function boardEntry({ key, title, ranksOn, ranksOnDaily, timeframes }: CatalogueEntry): LabelledText {
  const daily = ranksOnDaily === undefined ? '' : ` (swing and longer: ${ranksOnDaily})`;
  const where = timeframes.length === TIMEFRAMES.length ? '' : ` (${timeframes.join(', ')})`;
  return [key, `${title}: ${ranksOn}${daily}${where}`];
}

const boardsTopic = () => `Boards and timeframes

A board is a list of symbols, ranked by one measure: its metric. The list below
has the key, the title and the measure of each board. A board is in all five
timeframes unless its line names some. Use the key with -b, in conditions and in
scripts; upper and lower case are the same. When the service adds a board, it is
shown like any other board, with its key as the title.

${explained(BOARD_CATALOGUE.map(boardEntry), BOARD_CELLS)}

The service scans each timeframe separately. Each timeframe has its own boards,
ranks and top play, and it measures changes over its own window:
${explained(
  TIMEFRAMES.map((timeframe) => [timeframe, WINDOWS[timeframe]] as const),
  BOARD_CELLS,
)}

◆3 means that the confluence of a symbol is 3: it is on ranks 1 to 5 of three
boards of the timeframe. Lower ranks do not count, so a symbol can be on a board
and have no confluence.

moneyFlow has four tiers of market cap: ranks 1 to 6 are blue, 7 to 12 are mid,
13 to 18 are small, and 19 to 24 are penny. -l applies to each tier. Because
confluence counts ranks 1 to 5, only blue symbols count for it.

  boards -t swing -b movers,highClub
  boards watch -t scalp,day
`;

const recordingsTopic = () => `Recordings of boards watch

The service sends only its current snapshot and keeps no history. A live pane
(boards watch) therefore records the snapshots that it receives on this computer
and keeps them for two days. A timeframe takes about 20 MB for a full day, and a
fifth of that after the day has ended and its files are compressed. boards
status prints the directory and the size.

Pipes (--json, --events, --plain) and simulated data are recorded only if you
request it.

  boards config set record off     record nothing
  boards config set record 30      keep 30 days, and record pipes as well
  boards watch --record            record this run and keep it until you delete
                                   it; with --no-record, do not record this run
  BOARDS_RECORD=30                 does the same as the preference

These commands use the recordings:
  boards watch                     starts with the snapshots of the last 16 h
  boards --at 10:15                shows the boards as they were at 10:15. The
                                   column now shows on how many boards a symbol
                                   is on now, and gain how its price changed. If
                                   the symbol left, gain uses the last price
                                   seen in any timeframe. top, symbol and
                                   confluence have --at as well
  boards history NVDA --last 2h    shows where a symbol has been
  boards history                   shows how symbols performed after they
                                   reached the boards, over up to ten days. To
                                   keep that many, set record to 30. To record
                                   more prices, run watch -t all
  boards replay 2026-11-20         plays a day in the pane, or prints what watch
                                   would have printed. With --events and --on,
                                   you can try a condition on a past day

Each line of <directory>/<host>/<date>/<timeframe>.ndjson is a line of watch
--json. When the day is over in New York, the file is compressed to .ndjson.gz.
Read the files with replay, which skips incomplete lines, duplicates and
simulated data:

  boards replay 2026-11-20 -t day --json |
    jq -r "[.asOf, .topPlay.symbol] | @tsv"

In DuckDB, write "asOf" in quotes, because ASOF is a keyword of its SQL:

  boards replay 2026-11-20 -t day --json > day.ndjson
  duckdb -c 'select s.symbol, count(*) as snapshots, max("asOf") as last
    from "day.ndjson", unnest(boards.movers) as t(s)
    group by s.symbol order by snapshots desc'

A day that was recorded by default has an empty file .default in its directory.
boards removes such a day after two days, or after the number of days that you
set with record. Weekends do not count. With record off, boards still removes
the day after two days. To keep a day, delete its file .default.

The recordings are for your own use. The service forbids redistribution, and no
command shares them. To delete a recording, delete its file.
`;

function fieldLines(): string {
  const fields = fieldsOf('row', 'topPlay', 'symbol');
  const textOf = ({ doc, formatDoc }: (typeof fields)[number]) =>
    formatDoc === undefined ? doc : `${doc}. ${formatDoc}`;
  return explained(
    fields.map((field) => [field.id, textOf(field)]),
    12,
  );
}

const formatTopic = () => `Templates of --format

With --format, boards, top, symbol and confluence print one line per row. Each
line is the template with its fields filled in. If there is no top play, top
prints nothing.

  {symbol}    the value as in tables, without colour. {boards} is a number,
              {bias} a word, and {price} has no $. A missing value is - in a
              pipe and where signs are ASCII, and – elsewhere
  {price:raw} the value as in JSON, with all digits; empty for null
  \\t \\n \\\\    a tab, a line feed, a backslash; other backslashes are printed
              as typed
  {{ }}       braces. All other text is printed as typed

Fields:
${fieldLines()}

  boards -b movers --format "{rank}\\t{symbol}\\t{dayPct:raw}"
  boards confluence -t all --format "{symbol} {boards} {on}"
  boards top -q --format "{symbol} {dayPct} ◆{boards} {source}"

The last example is for a status bar. Its field {source} is SANDBOX, RECORDED
with a time, or empty for live data. Without that field, a line does not say
which data it shows. Instead, boards prints a note on stderr. It prints another
note if the data is more than five minutes old while the market is not closed.
Both notes also appear with --json and --csv.
`;

function csvColumns(subject: 'row' | 'symbol'): string {
  const columns = csvFields(subject, false).map(({ id }) => id);
  const older = usualColumns(subject, true).flatMap(({ id, isOfOlder }) => (isOfOlder === true ? [id] : []));
  const text = `${columns.join(', ')}; with --at also ${older.join(',')}`;
  const lines = wrapWords(text, PAGE_WIDTH - 6);
  return lines.map((line) => `      ${line.replaceAll(', ', ',')}`).join('\n');
}

const csvTopic = () => `CSV output

CSV begins with a header row. It follows RFC 4180 in UTF-8, except that lines
end with LF. Numbers have all digits, and null is an empty cell. boards help
format explains the columns.

  boards --csv
      prints a line for each row of a board:
${csvColumns('row')}
  boards confluence --csv
      prints a line for each symbol:
${csvColumns('symbol')}
      With several timeframes, asOf, dayPct, boards, bias and on have a column
      for each timeframe, such as dayPct.swing. The column total is the sum of
      boards.
  boards history X --csv
      prints a line for each board of each snapshot:
      symbol,timeframe,asOf,boards,price,dayPct,board,rank
      If --columns names neither board nor rank, it prints a line for each
      snapshot.
  boards history --csv
      prints a line for each entry:
      kind,board,symbol,day,at,rank,price,dayPct,bias
      Four columns follow for each window (15, 30, 60 and end):
      counts.15,price.15,at.15,changePct.15
      counts is false if the window has a gap or ends after the last snapshot of
      the day. If counts is true and price is empty, the symbol was not seen
      again.

With --columns, the CSV has only the columns that you name, in your order.
boards history needs a ticker for that.

A spreadsheet could run a cell as a formula. Therefore, text gets an apostrophe
in front if it begins with = + - or @, even after a semicolon, tab or line feed:
the metric +1.8% on 3.2x becomes '+1.8% on 3.2x. Numbers and percentages get no
apostrophe.

  boards -t all --csv > boards.csv
  boards -b movers --csv --columns rank,symbol,dayPct
  boards history NVDA --csv | cut -d, -f3,7,8
`;

/** topic-pages.ts builds the page `keys` from the keys of the pane. */
export const PAGES: Readonly<Record<Exclude<Topic, 'keys'>, () => string>> = {
  boards: boardsTopic,
  conditions: conditionsTopic,
  csv: csvTopic,
  environment: environmentTopic,
  'exit-codes': exitCodesTopic,
  format: formatTopic,
  json: jsonTopic,
  recordings: recordingsTopic,
  schema: schemaTopic,
};
