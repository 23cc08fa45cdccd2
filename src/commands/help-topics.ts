/** Pages of `boards help <topic>`. */
export const HELP_TOPICS = {
  'exit-codes': `Exit codes

  0  ok            data shown (also empty), help, version, q, the reader closed the pipe
  1  internal      a bug, or output could not be written
  2  usage         bad command, option or value; a prompt is needed and there is no terminal
  3  config        config file corrupt, unreadable, unsavable; base URL missing or unsafe
  4  auth          no key, malformed key, 401, 403
  5  rate_limited  429 beyond the retries
  6  unavailable   5xx beyond the retries
  7  network       DNS, connection, TLS, proxy, time-out, answer cut off
  8  bad_response  not JSON, not a snapshot, too large, too deep, a redirect, any other 4xx
  129 130 131 143  ended by SIGHUP, SIGINT (Ctrl-C), SIGQUIT, SIGTERM
  128 + n          ended by another signal with the number n, such as SIGUSR2

With --json an error is one line on stderr:
  {"error":{"code","message","status","retryable","retryAfterSeconds","hint"}}
`,
  environment: `Environment

An option beats the environment, which beats the config file, which beats the default. An empty
variable counts as not set.

  BOARDS_API_KEY         the key; beats the stored one
  BOARDS_BASE_URL        the service's address
  BOARDS_CONFIG_DIR      directory of the config file (see: boards config path)
  XDG_CONFIG_HOME        absolute path; the config file is ranked-boards/config.json below it
  BOARDS_TIMEFRAME       default for --timeframe
  NO_COLOR               not empty: no colour
  FORCE_COLOR            0 none, 1 sixteen colours, 2 256 colours, 3 all, also into a pipe
  COLUMNS                width of the tables
  HTTPS_PROXY ALL_PROXY  an http or https proxy (the first one that is set); never used for
                         this computer; SOCKS is not supported
  NO_PROXY               hosts that go without it: names with all below them, addresses,
                         CIDR blocks, each with an optional port, or *
  NODE_EXTRA_CA_CERTS    a PEM file with a certificate authority of your own
`,
  json: `JSON and CSV

stdout carries data only; notes and errors go to stderr. One line when piped, indented on a terminal.

  boards --json             the snapshot as the service sent it; several timeframes: an array
  boards top --json         {asOf, timeframe, session, topPlay}
  boards symbol X --json    {symbol, name, timeframes: {day: {asOf, boards, placements: [...]}}}
  boards confluence --json  [{symbol, name, total, timeframes: {day: 4}, boards: {day: [...]}}]
  boards status --json      {sandbox, baseUrl, apiKey, configPath, preferences, check}
  boards config list --json {name: {value, source}}
  boards watch --json       one line per new snapshot
  boards watch --events     one line per change: {type, asOf, timeframe, board, symbol, from, to}
  boards --csv              asOf,timeframe,board,rank,symbol,name,price,dayPct,volume,...

boards (confluence) counts ranks 1 to 5 of each board only, so that it can be less than the number of boards a symbol is
listed on.

Numbers are those of JavaScript: integers beyond 2^53 lose digits, 1e400 becomes null and -0 becomes 0. A board whose name
looks like an integer comes first in the boards object; boardNames keeps the order of the service.

  boards --json | jq -r '.boards.movers[] | [.rank, .symbol, .dayPct] | @tsv'
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards watch --events | jq --unbuffered -r 'select(.type == "entered") | .symbol'
`,
} as const;
