import { fieldsOf, usualColumns } from '../fields/fields.ts';
import { BOARD_CATALOGUE, type CatalogueEntry, TIMEFRAMES, WINDOWS } from '../market/catalogue.ts';
import { csvFields } from '../output/csv.ts';
import { wrapWords } from '../text/lines.ts';
import { PREFERENCES } from './preference-registry.ts';
import { jsonTopic, schemaTopic } from './schema.ts';
import { explained, type LabelledText, PAGE_WIDTH, type Topic } from './specification.ts';

/** Must fit on a screen of 80 × 24. Tests run its examples. */
const conditionsTopic = () => `Conditions of watch --on and --until, of replay --on, and of n in the pane

Commas separate alternatives; terms joined with + must all hold:
  change  entered, left, moved, topPlay, bias, session, confluence
  board   movers, or board:newKey for one that boards does not know yet
  ticker  NVDA in capitals, symbol:left (left is a change), symbol:"A B, C+D"
  number  boards>=4, rank<=3, dayPct>=8, dayPct<=-5, breadth<=0.4 (share of
          advancers); quote them, because the shell takes < and > for itself

A condition with a change fires on each such change if its other terms hold
after it (left: before it). One with a number and no change fires when it
becomes true, with held>=5m when it was true at each snapshot for 5 minutes, and
again after it was false. Others fire on each change of their board or ticker.
The first snapshot (or first with a board) fires nothing, but numbers true in it
meet --until. Rows that -b, --limit or a filter hides never fire and are false.
With --cooldown, a symbol fires once in that time. --until prints what met it.

  --on "boards>=4"                    a symbol reaches four boards
  --on "entered+movers+rank<=3"       a new symbol in the top 3 of movers
  --on "NVDA+rank<=3+held>=2m"        NVDA is in the top 3 of a board for 2 min
  --on "left+boards>=4"               one that is on four boards leaves one
  --on "dayPct>=8+boards>=3,topPlay"  either of two
  --until "session,breadth<=0.4"      the market turns
`;

const exitCodesTopic = () => `Exit codes

  0   ok            data shown (even if empty), help, version, q, the reader
                    closed the pipe
  1   internal      a bug, or output could not be written
  2   usage         invalid command, option or value; no snapshot can have any
                    board of -b; a prompt is needed and there is no terminal
  3   config        config file corrupt, not readable or not writable; base URL
                    missing or unsafe; unsafe environment; Node too old
  4   auth          no key, malformed key; the service refuses: 401, 402, 403
                    (a pane that has data ends with it when you leave it)
  5   rate_limited  429 after all retries
  6   unavailable   5xx after all retries
  7   network       DNS, connection, TLS, proxy, timeout, response cut off
  8   bad_response  not JSON, not a snapshot, of another timeframe, too large,
                    too deep, a redirect, any other 4xx; 401, 402 or 403 from
                    another server, such as a proxy or firewall
  9   not_met       --until was not met before --for, --count or q ended the
                    watch
  10  not_recorded  nothing recorded matches; the hint names what is recorded
  129 130 131 143   ended by SIGHUP, SIGINT (Ctrl-C), SIGQUIT, SIGTERM
  149               ended by Ctrl-Break (SIGBREAK) on Windows
  128 + n           ended by another signal with the number n, such as SIGUSR2

A shell reports these numbers: the signal itself ends the process, so that
Ctrl-C also ends a loop of the shell, and a service manager counts a stop as
clean. The number is the exit code of process 1 of a container, on Windows, and
on SIGQUIT and SIGXCPU, which would leave a core file with the key in it.
A terminal that closes ends boards like SIGHUP. Where a disk does not respond,
boards ends itself by SIGTERM, also after q: a note says so.

With --json an error is one line on stderr:
  {"error":{"code","message","status","retryable","retryAfterSeconds","hint"}}
`;

const environmentTopic = () => `Environment

An option overrides the environment, which overrides the config file, which
overrides the default. An empty variable counts as not set.

  BOARDS_API_KEY         the key; overrides the stored one
${PREFERENCES.flatMap(({ variable: own }) => (own === undefined ? [] : [`  ${own.name.padEnd(21)}  ${own.doc}\n`])).join('')}  BOARDS_CONFIG_DIR      directory of the config file (boards config path)
  BOARDS_DATA_DIR        directory of the recordings of watch (boards status)
  XDG_CONFIG_HOME        absolute path; config file: ranked-boards/config.json
  XDG_STATE_HOME         absolute path; recordings: in ranked-boards below it
  NO_COLOR               not empty: no colour; bold and inverse stay
  FORCE_COLOR            also in a pipe: 0 none, 1 what TERM and COLORTERM
                         support, 2 256 colours, 3 true colour
  COLUMNS                width of tables in a pipe
  TZ                     the local time zone, in which times are shown (a name
                         such as America/New_York; preference: timezone)
  TERM                   dumb: plain text in every command
  LC_ALL LC_CTYPE LANG   signs are ASCII if the first one that is set names no
                         UTF-8 charset (C, de_DE@euro), and with TERM=linux
  HTTPS_PROXY ALL_PROXY  an http or https proxy (the first one that is set);
                         not used for this computer; SOCKS is not supported
  NO_PROXY               hosts without a proxy: domains including subdomains, IP
                         addresses, CIDR blocks, all with an optional port, or *
  NODE_EXTRA_CA_CERTS    a PEM file with your own certificate authority
`;

const BOARD_CELLS = 13;

function boardEntry({ key, title, ranksOn, ranksOnDaily, timeframes }: CatalogueEntry): LabelledText {
  const daily = ranksOnDaily === undefined ? '' : ` (swing and longer: ${ranksOnDaily})`;
  const where = timeframes.length === TIMEFRAMES.length ? '' : `; in ${timeframes.join(', ')}`;
  return [key, `${title}: ${ranksOn}${daily}${where}`];
}

const boardsTopic = () => `Boards and timeframes

A board is a list of symbols, ranked by one thing: its metric. Titles are for
people, keys for -b, conditions and scripts; case does not matter. The service
can add boards: they are shown like any other, titled by their key.

${explained(BOARD_CATALOGUE.map(boardEntry), BOARD_CELLS)}

The service scans each timeframe for itself, with its own boards, ranks and top
play; change is over its window:
${explained(
  TIMEFRAMES.map((timeframe) => [timeframe, WINDOWS[timeframe]] as const),
  BOARD_CELLS,
)}

◆3 is confluence: the symbol is on ranks 1 to 5 of three boards of the
timeframe. Lower ranks do not count, so a symbol that is listed can have none.
The tiers of moneyFlow have ranks 1 to 6 (blue), 7 to 12 (mid), 13 to 18 (small)
and 19 to 24 (penny): only blue counts. -l applies to each tier.

  boards -t swing -b movers,highClub
  boards watch -t scalp,day
`;

const recordingsTopic = () => `Recordings: what the service itself does not keep

The service has only the current snapshot. A live pane (boards watch) records
what it receives on this computer and keeps two days of it; boards status says
where, and how much: about 20 MB for each timeframe and full day, a fifth of
that once the day is over and compressed. The data of pipes (--json, --events,
--plain) and simulated data are recorded only if you ask for it.

  boards config set record off     nothing is recorded
  boards config set record 30      30 days are kept, also of pipes
  boards watch --record            keeps what this run receives, until you
                                   delete it; --no-record: nothing of this run
  BOARDS_RECORD=30                 the same as the preference

What they are for:
  boards watch                     opens with the log, card and times of before
  boards --at 10:15                the boards as they were; also top, symbol and
                                   confluence. now: the boards since then; gain:
                                   the price, of a symbol that left the last one
                                   seen in any timeframe
  boards history NVDA --last 2h    where a symbol has been
  boards history                   did it work? What symbols did after they
                                   reached the boards, over up to ten days:
                                   keep them with record 30; watch -t all
                                   records more prices
  boards replay 2026-11-20         the pane over a day, or what watch would have
                                   printed: with --events --on you can try a
                                   condition on yesterday

Files: <directory>/<host>/<date>/<timeframe>.ndjson, lines of watch --json, and
.ndjson.gz once the day is over in New York. Read them with replay, which leaves
out torn lines, duplicates and simulated data:

  boards replay 2026-11-20 -t day --json |
    jq -r "[.asOf, .topPlay.symbol] | @tsv"

In DuckDB, "asOf" stands in quotes, because ASOF is a word of its SQL:

  boards replay 2026-11-20 -t day --json > day.ndjson
  duckdb -c 'select s.symbol, count(*) as snapshots, max("asOf") as last
    from "day.ndjson", unnest(boards.movers) as t(s)
    group by s.symbol order by snapshots desc'

A day that was recorded by default has an empty file .default. It is removed
after two days, not counting weekends, or as many as record is set to; with
record off after two days, too. To keep the day, delete that file.

They are for your own use: the service forbids redistribution, and no command
shares them. To delete one, delete its file.
`;

function fieldLines(): string {
  const fields = fieldsOf('row', 'topPlay', 'symbol');
  const textOf = ({ doc, formatDoc }: (typeof fields)[number]) =>
    formatDoc === undefined ? doc : `${doc}; ${formatDoc}`;
  return explained(
    fields.map((field) => [field.id, textOf(field)]),
    12,
  );
}

const formatTopic = () => `Templates of --format: one line per row

boards, top, symbol and confluence fill a template for each row, with nothing
around it. A top play that is null prints no line.

  {symbol}    as tables show it, without colour: {boards} is a number, {bias} a
              word, {price} has no $. What is missing is - in a pipe and where
              signs are ASCII, otherwise –
  {price:raw} as in JSON: all digits; empty for null
  \\t \\n \\\\    a tab, a line feed, a backslash; other backslashes stay
  {{ }}       braces. All other text is printed as typed

Fields:
${fieldLines()}

  boards -b movers --format "{rank}\\t{symbol}\\t{dayPct:raw}"
  boards confluence -t all --format "{symbol} {boards} {on}"
  boards top -q --format "{symbol} {dayPct} ◆{boards} {source}"

The last one is a line for a status bar: {source} is SANDBOX, RECORDED with its
time, or empty for live data. Nothing else in a line says which data it shows;
a note on stderr does. Another note, also with JSON and CSV, names data that is
more than five minutes old while the market is not closed.
`;

function csvColumns(subject: 'row' | 'symbol'): string {
  const columns = csvFields(subject, false).map(({ id }) => id);
  const older = usualColumns(subject, true).flatMap(({ id, isOfOlder }) => (isOfOlder === true ? [id] : []));
  const text = `${columns.join(', ')}; with --at also ${older.join(',')}`;
  const lines = wrapWords(text, PAGE_WIDTH - 6);
  return lines.map((line) => `      ${line.replaceAll(', ', ',')}`).join('\n');
}

const csvTopic = () => `CSV (RFC 4180 with LF, UTF-8): a header row, then one line per row

  boards --csv
      a row for each row of a board:
${csvColumns('row')}
  boards confluence --csv
      a row for each symbol:
${csvColumns('symbol')}
      of several timeframes, asOf, dayPct, boards, bias and on have a column for
      each, as dayPct.swing, and total is the sum of boards
  with --columns, these alone, in their order
  boards history X --csv
      symbol,timeframe,asOf,boards,price,dayPct,board,rank
      with --columns without board and rank, a row for each snapshot
  boards history --csv
      a row for each entry: kind,board,symbol,day,at,rank,price,dayPct,bias,
      then for each window (15, 30, 60, end) counts.15,price.15,at.15,
      changePct.15; counts is false for a window with a gap or beyond the day;
      true without a price: the symbol was not seen again

Lines end with LF. Numbers are full, not shortened as in tables; null is an
empty cell. Columns are the fields of boards help format.

Text that begins with = + - or @, also behind a semicolon, tab or line feed,
gets an apostrophe in front, so that no spreadsheet runs it as a formula: a
metric +1.8% on 3.2x is '+1.8% on 3.2x. Numbers and percentages do not.

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
