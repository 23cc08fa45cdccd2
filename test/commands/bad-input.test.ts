import { describe, expect, test } from 'vitest';
import { runCli } from '../support/world.ts';

const TIME =
  'hint: Give a time such as 10:15, 2026-11-20T10:15, 2026-11-20T15:15Z, or 15m for 15 minutes ago.';
const GIVE = 'Give seconds, or a number with a unit: 90s, 5m or 2h. At most';
const DAY = 'A day is 24h: there is no unit for it.';
const ROW_FIELDS =
  'Valid: rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag, board, timeframe, asOf, session, source, now, since.';
const TOP_FIELDS =
  'Valid: symbol, name, price, dayPct, volume, boards, bias, reasons, timeframe, asOf, session, source, now, since.';
const COLUMNS = 'Valid: rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag.';
const COMMANDS =
  'Commands: boards, top, watch, symbol, confluence, history, replay, login, logout, status, config, completion, sandbox, help.';
const CONDITIONS =
  "Valid: entered, left, moved, topPlay, bias, session, confluence, board keys (one that is new: board:name), tickers in capitals, 'boards>=4', 'rank<=3', 'dayPct>=8', 'breadth<=0.4'. See `boards help conditions`.";
const ZONE = 'Give local, utc, or a name such as America/New_York.';

const BOARD_KEYS =
  'hint: Valid: alerted, movers, rvol, momentum, emaTrend, forum, search, moneyFlow, lowFloat, shorted, smartMoney, insiderBuys, buzz, steady, relStrength, breakouts, pullback, highClub.';

interface Refused {
  readonly words: ReadonlyArray<string>;
  readonly lines: ReadonlyArray<string>;
}

function refused(words: ReadonlyArray<string>, ...lines: ReadonlyArray<string>): Refused {
  return { words, lines };
}

/** Command lines that are not understood, and what a person sees: the error, and what to do. The clock shows 14:30 UTC. */
const TABLES: Readonly<Record<string, ReadonlyArray<Refused>>> = {
  '--format': [
    refused(
      ['--format', '{symbl}'],
      'error: --format: unknown field "symbl"',
      `hint: Did you mean symbol? ${ROW_FIELDS}`,
    ),
    refused(
      ['--format', '{chgg}'],
      'error: --format: unknown field "chgg"',
      `hint: Did you mean chg? ${ROW_FIELDS}`,
    ),
    refused(
      ['top', '--format', '{metric}'],
      'error: --format: unknown field "metric"',
      `hint: ${TOP_FIELDS}`,
    ),
    refused(
      ['--format', '{symbol'],
      'error: --format: { without }',
      'hint: Close it, as in {symbol}, or write {{ for a brace.',
    ),
    refused(
      ['--format', 'symbol}'],
      'error: --format: } without {',
      'hint: Open it, as in {symbol}, or write }} for a brace.',
    ),
    refused(
      ['--format', ''],
      'error: --format: no {field} in the template',
      `hint: For example: --format '{symbol} {dayPct}'. ${ROW_FIELDS}`,
    ),
    refused(
      ['--format', '{}'],
      'error: --format: {} names no field',
      `hint: ${ROW_FIELDS} For braces write {{}}.`,
    ),
    refused(
      ['--format', '{symbol:rw}'],
      'error: --format: unknown form "rw" of symbol',
      'hint: Write {symbol}, or {symbol:raw} for its value as in JSON.',
    ),
    refused(
      ['--format', 'symbol'],
      'error: --format: no {field} in the template',
      `hint: For example: --format '{symbol} {dayPct}'. ${ROW_FIELDS}`,
    ),
    refused(
      ['--format'],
      'error: --format needs a value',
      "hint: For example: --format '{symbol} {dayPct}'",
      'hint: Usage: `boards --format <template>`',
    ),
  ],
  '--plain': [
    refused(['--plain=yes'], 'error: --plain takes no value', 'hint: Usage: `boards --plain`'),
    refused(
      ['config', 'list', '--plain'],
      'error: --plain is for boards, top, watch, symbol, confluence, history and replay',
      'hint: See `boards config list --help`.',
    ),
  ],
  '--at': [
    refused(['top', '--at', '25:00'], 'error: --at: invalid time "25:00"', TIME),
    refused(
      ['top', '--at', '23:59'],
      'error: --at: 23:59 has not come yet',
      'hint: It is 14:30:00 UTC. For another day, put its date before it: 2026-11-20T10:15.',
    ),
    refused(['top', '--at', 'tomorrow'], 'error: --at: invalid time "tomorrow"', TIME),
    refused(['top', '--at', ''], 'error: --at: invalid time ""', TIME),
    refused(['top', '--at', '2026-02-30T10:00'], 'error: --at: invalid time "2026-02-30T10:00"', TIME),
    refused(['top', '--at', '1d'], 'error: --at: invalid time "1d"', TIME),
    refused(
      ['top', '--at'],
      'error: --at needs a value',
      'hint: For example: --at 10:15',
      'hint: Usage: `boards top --at <time>`',
    ),
    refused(
      ['top', '--sandbox', '--at', '10'],
      'error: --at: invalid time "10"',
      'hint: Give a time such as 10:15, 2026-11-20T10:15, 2026-11-20T15:15Z, or 15m for 15 minutes ago.',
    ),
    refused(
      ['watch', '--at', '10:15'],
      'error: --at is for boards, top, symbol and confluence',
      'hint: See `boards watch --help`.',
    ),
  ],
  '--since': [
    refused(
      ['watch', '--since', '0'],
      'error: --since must be more than 0, not "0"',
      `hint: ${GIVE} 24h. Or last or start.`,
    ),
    refused(
      ['watch', '--since', '5d'],
      'error: --since must be a duration, not "5d"',
      `hint: ${DAY} ${GIVE} 24h. Or last or start.`,
    ),
    refused(
      ['watch', '--since', 'strt'],
      'error: --since must be a duration, not "strt"',
      `hint: ${GIVE} 24h. Or last or start.`,
    ),
    refused(
      ['watch', '--since', '25h'],
      'error: --since must be at most 24h, not "25h"',
      `hint: ${GIVE} 24h. Or last or start.`,
    ),
    refused(
      ['watch', '--since'],
      'error: --since needs a value',
      'hint: Valid: last, start, or for example 15m.',
      'hint: Usage: `boards watch --since <duration>`',
    ),
    refused(
      ['history', 'NVDA', '--since', 'last'],
      'error: --since must be a duration, not "last"',
      `hint: ${GIVE} 24h.`,
    ),
    refused(
      ['top', '--since', '5m'],
      'error: --since is for watch, history and replay',
      'hint: See `boards top --help`.',
    ),
  ],
  '--from': [
    refused(['replay', '--sandbox', '--from', '9:99'], 'error: --from: invalid time "9:99"', TIME),
    refused(
      ['replay', '--sandbox', '--from', '23:59'],
      'error: --from: 23:59 is after the last snapshot, of 2026-06-03 14:30:00 UTC',
      'hint: The first one is of 2026-06-03 00:00:00 UTC.',
    ),
    refused(['replay', '--sandbox', '--from', ''], 'error: --from: invalid time ""', TIME),
    refused(
      ['replay', '--from'],
      'error: --from needs a value',
      'hint: For example: --from 10:15',
      'hint: Usage: `boards replay [date or file] --from <time>`',
    ),
    refused(
      ['watch', '--from', '10:15'],
      'error: --from is for replay',
      'hint: For example: `boards replay --from 10:15`',
    ),
  ],
  '--for': [
    refused(['watch', '--for', '0'], 'error: --for must be more than 0, not "0"', `hint: ${GIVE} 168h.`),
    refused(
      ['watch', '--for', '2d'],
      'error: --for must be a duration, not "2d"',
      `hint: ${DAY} ${GIVE} 168h.`,
    ),
    refused(['watch', '--for', 'soon'], 'error: --for must be a duration, not "soon"', `hint: ${GIVE} 168h.`),
    refused(
      ['watch', '--for'],
      'error: --for needs a value',
      'hint: For example: --for 1h',
      'hint: Usage: `boards watch --for <duration>`',
    ),
    refused(
      ['top', '--for', '5m'],
      'error: --for is for watch',
      'hint: For example: `boards watch --for 1h`',
    ),
  ],
  '--cooldown': [
    refused(
      ['watch', '--on', 'topPlay', '--bell', '--cooldown', '0'],
      'error: --cooldown must be more than 0, not "0"',
      `hint: ${GIVE} 24h.`,
    ),
    refused(
      ['watch', '--on', 'topPlay', '--bell', '--cooldown', '1d'],
      'error: --cooldown must be a duration, not "1d"',
      `hint: ${DAY} ${GIVE} 24h.`,
    ),
    refused(
      ['watch', '--cooldown', '15m'],
      'error: --cooldown needs --on',
      "hint: For example: `boards watch --bell --on 'boards>=4' --cooldown 15m`",
    ),
    refused(
      ['watch', '--cooldown'],
      'error: --cooldown needs a value',
      'hint: For example: --cooldown 15m',
      'hint: Usage: `boards watch --cooldown <duration>`',
    ),
  ],
  '--until and --on': [
    refused(
      ['watch', '--until', 'nvdaa!'],
      'error: --until: unknown condition "nvdaa!"',
      `hint: ${CONDITIONS}`,
    ),
    refused(
      ['watch', '--until', 'boards>4'],
      'error: --until: use >= or <= in "boards>4"',
      "hint: Write 'boards>=5'.",
    ),
    refused(
      ['watch', '--until', ''],
      'error: --until has no condition',
      "hint: For example: --until 'topPlay,boards>=4'",
    ),
    refused(
      ['watch', '--until'],
      'error: --until needs a value',
      "hint: Valid: entered, left, moved, topPlay, bias, session, confluence, alerted, movers, rvol, momentum, emaTrend, forum, search, moneyFlow, lowFloat, shorted, smartMoney, insiderBuys, buzz, steady, relStrength, breakouts, pullback, highClub, or for example 'boards>=4'.",
      'hint: Usage: `boards watch --until <conditions>`',
    ),
    refused(
      ['watch', '--on', 'topPlay'],
      'error: --on needs --exec, --bell, --notify or --events',
      'hint: For example: `boards watch --bell --on topPlay`',
    ),
    refused(
      ['watch', '--on', 'boards', '--bell'],
      'error: --on: no number after boards',
      "hint: Quote it, because the shell takes < and > for itself: --on 'boards>=4', or write boards:4, which needs no quotes.",
    ),
    refused(
      ['watch', '--on', 'entred', '--bell'],
      'error: --on: unknown condition "entred"',
      `hint: Did you mean entered? ${CONDITIONS}`,
    ),
    refused(
      ['top', '--on', 'topPlay'],
      'error: --on is for watch and replay',
      'hint: See `boards top --help`.',
    ),
  ],
  '--initial and --notify': [
    refused(
      ['watch', '--initial'],
      'error: --initial needs --events',
      'hint: For example: `boards watch --events --initial`',
    ),
    refused(
      ['watch', '--json', '--initial'],
      'error: --initial needs --events',
      'hint: For example: `boards watch --events --initial`',
    ),
    refused(
      ['watch', '--notify'],
      'error: --notify needs a terminal that can show notifications',
      'hint: Neither stdout nor stderr is one. Use --exec with a command that notifies you: --exec "notify-send boards"',
    ),
    refused(['top', '--notify'], 'error: --notify is for watch', 'hint: Usage: `boards watch --notify`'),
  ],
  'the preference timezone': [
    refused(['config', 'set', 'timezone', ''], 'error: unknown time zone ""', `hint: ${ZONE}`),
    refused(
      ['config', 'set', 'timezone', 'est'],
      'error: unknown time zone "est"',
      `hint: Did you mean America/New_York? ${ZONE}`,
    ),
    refused(
      ['config', 'set', 'timezone', 'us/eastrn'],
      'error: unknown time zone "us/eastrn"',
      `hint: Did you mean US/Eastern? ${ZONE}`,
    ),
    refused(
      ['config', 'set', 'timezone', 'Mars/Phobos'],
      'error: unknown time zone "Mars/Phobos"',
      `hint: ${ZONE}`,
    ),
    refused(['config', 'set', 'timezone', 'GMT+5'], 'error: unknown time zone "GMT+5"', `hint: ${ZONE}`),
    refused(
      ['config', 'set', 'timezone'],
      'error: no value for timezone given',
      'hint: Valid: local, utc, or for example America/New_York.',
      'hint: Usage: `boards config set timezone <value>`',
    ),
  ],
  '-n and --timeout': [
    refused(['watch', '-n', '0'], 'error: the interval must be more than 0, not "0"', `hint: ${GIVE} 24h.`),
    refused(
      ['watch', '-n', '1d'],
      'error: the interval must be a duration, not "1d"',
      `hint: ${DAY} ${GIVE} 24h.`,
    ),
    refused(
      ['watch', '-n', 'fast'],
      'error: the interval must be a duration, not "fast"',
      `hint: ${GIVE} 24h.`,
    ),
    refused(
      ['watch', '-n'],
      'error: -n, --interval needs a value',
      'hint: For example: --interval 90s',
      'hint: Usage: `boards watch --interval <duration>`',
    ),
    refused(['top', '--timeout', '0'], 'error: --timeout must be more than 0, not "0"', `hint: ${GIVE} 10m.`),
    refused(
      ['top', '--timeout', '11m'],
      'error: --timeout must be at most 10m, not "11m"',
      `hint: ${GIVE} 10m.`,
    ),
    refused(
      ['top', '--timeout', '10ms'],
      'error: --timeout must be a duration, not "10ms"',
      `hint: ${GIVE} 10m.`,
    ),
    refused(
      ['top', '--timeout'],
      'error: --timeout needs a value',
      'hint: For example: --timeout 20s',
      'hint: Usage: `boards top --timeout <duration>`',
    ),
  ],
  'an option in the place of a value': [
    refused(
      ['-b', '--sandbox'],
      'error: -b, --board needs a value',
      BOARD_KEYS,
      'hint: Usage: `boards --board <keys>`',
    ),
    refused(
      ['--symbol', '--sandbox'],
      'error: --symbol needs a value',
      'hint: For example: --symbol NVDA,AMD',
      'hint: Usage: `boards --symbol <tickers>`',
    ),
    ...[
      ['-t', '--sandbox'],
      ['-t', '-q'],
      ['-qt', '--sandbox', 'boards'],
      ['-t', '--'],
    ].map((words) =>
      refused(
        words,
        'error: -t, --timeframe needs a value',
        'hint: Valid: scalp, day, swing, position, investing, all.',
        'hint: Usage: `boards --timeframe <names>`',
      ),
    ),
    refused(
      ['--format', '--csv'],
      'error: --format needs a value',
      "hint: For example: --format '{symbol} {dayPct}'",
      'hint: Usage: `boards --format <template>`',
    ),
    refused(
      ['--sandbox', 'top', '--at', '--sandbox'],
      'error: --at needs a value',
      'hint: For example: --at 10:15',
      'hint: Usage: `boards top --at <time>`',
    ),
    refused(
      ['watch', '--exec', '--bell'],
      'error: --exec needs a value',
      'hint: Usage: `boards watch --exec <command>`',
    ),
    refused(
      ['-l', '-5'],
      'error: the limit must be a whole number, not "-5"',
      'hint: Give a number from 1 to 10.',
    ),
    refused(
      ['-t=--sandbox'],
      'error: unknown timeframe "=--sandbox"',
      'hint: Valid: scalp, day, swing, position, investing, all.',
    ),
  ],
  'options of boards sandbox': [
    refused(
      ['sandbox', '--fault', 'oops'],
      'error: --fault expects kind:share, not "oops"',
      'hint: Valid kinds: a status from 400 to 599, cut, slow, garbage. For example: --fault 503:0.1,cut:0.02',
    ),
    refused(
      ['sandbox', '--port', '70000'],
      'error: --port must be a whole number from 0 to 65535, not "70000"',
      'hint: For example: --port 8787',
    ),
    refused(
      ['sandbox', '--latency', '-1'],
      'error: --latency must be a whole number from 0 to 600000, not "-1"',
      'hint: For example: --latency 200',
    ),
    refused(
      ['sandbox', '--seed', 'x'],
      'error: --seed must be a whole number from 0 to 999999999, not "x"',
      'hint: For example: --seed 7',
    ),
    refused(
      ['sandbox', '--recompute', '0'],
      'error: --recompute must be more than 0, not "0"',
      `hint: ${GIVE} 24h.`,
    ),
  ],
  'options of another command': [
    refused(
      ['--port', '8080'],
      'error: --port is for sandbox',
      'hint: For example: `boards sandbox --port 8787`',
    ),
    refused(
      ['--since', '5m'],
      'error: --since is for watch, history and replay',
      'hint: See `boards watch --help`.',
    ),
    refused(
      ['watch', '--format', '{symbol}'],
      'error: --format is for boards, top, symbol and confluence',
      'hint: See `boards watch --help`.',
    ),
    refused(
      ['top', '-b', 'movers'],
      'error: -b is for boards, watch, symbol, confluence and replay',
      'hint: See `boards top --help`.',
    ),
    refused(
      ['history', 'FNA', '--at', '10:00'],
      'error: --at is for boards, top, symbol and confluence',
      'hint: See `boards history --help`.',
    ),
    refused(
      ['config', 'get', 'limit', '--json'],
      'error: --json is for boards, top, watch, symbol, confluence, history, replay, status and config list',
      'hint: See `boards config get --help`.',
    ),
    refused(
      ['help', '--json'],
      'error: --json is for boards, top, watch, symbol, confluence, history, replay, status and config list',
      'hint: See `boards help --help`.',
    ),
    refused(
      ['--first', '3'],
      'error: --first is for confluence',
      'hint: For example: `boards confluence --first 10`',
    ),
    refused(
      ['sandbox', '--fault'],
      'error: --fault needs a value',
      'hint: For example: --fault 503:0.1,cut:0.02',
      'hint: Usage: `boards sandbox --fault <list>`',
    ),
    refused(
      ['replay', '--at', '10:15'],
      'error: --at is for boards, top, symbol and confluence',
      'hint: Use --from here: `boards replay --from <time>`',
    ),
  ],
  'the sandbox and the key': [
    ...[
      ['login', 'store'],
      ['logout', 'delete'],
    ].flatMap(([name = '', purpose = '']) =>
      [
        [name, '--sandbox'],
        ['--sandbox', name],
      ].map((words) =>
        refused(
          words,
          `error: --sandbox is not for ${name}`,
          `hint: The sandbox needs no key, so there is none to ${purpose}.`,
        ),
      ),
    ),
    refused(
      ['--sandbox', 'config'],
      'error: no config command given',
      'hint: Valid: list, get, set, unset, path.',
      'hint: Usage: `boards config <command>`',
    ),
  ],
  'two machine formats': [
    refused(
      ['--csv', '--json'],
      'error: --csv and --json cannot be used together',
      'hint: Leave out --csv or --json.',
    ),
    refused(
      ['--format', '{symbol}', '--csv'],
      'error: --format and --csv cannot be used together',
      'hint: Leave out --format or --csv.',
    ),
    refused(
      ['watch', '--json', '--events'],
      'error: --json and --events cannot be used together',
      'hint: Run two watches, one with each option.',
    ),
    refused(
      ['replay', '--sandbox', '--json', '--events'],
      'error: --json and --events cannot be used together',
      'hint: Run it twice, once with each option.',
    ),
  ],
  'options before the command, and mistyped words': [
    refused(
      ['--sandbox', 'tpo'],
      'error: unknown command "tpo"',
      `hint: Did you mean \`boards top\`? ${COMMANDS}`,
    ),
    refused(
      ['--limit', 'top'],
      'error: the limit must be a whole number, not "top"',
      'hint: Give a number from 1 to 10.',
    ),
    refused(
      ['--limit', 'top', 'top'],
      'error: the limit must be a whole number, not "top"',
      'hint: Give a number from 1 to 10.',
    ),
    refused(
      ['-t', 'day', 'wach'],
      'error: unknown command "wach"',
      `hint: Did you mean \`boards watch\`? ${COMMANDS}`,
    ),
    refused(
      ['--sandbox', '--csv', 'top'],
      'error: --csv is for boards, confluence and history',
      'hint: Use --json here: `boards top --json`',
    ),
    refused(
      ['help', 'jsn'],
      'error: unknown help topic "jsn"',
      'hint: Did you mean json? Valid: boards, top, watch, symbol, confluence, history, replay, login, logout, status, config, completion, sandbox, help, exit-codes, environment, conditions, json, keys, options, schema.',
    ),
    refused(
      ['completion', 'bsh'],
      'error: unknown shell "bsh"',
      'hint: Did you mean bash? Valid: bash, zsh, fish, powershell.',
    ),
    refused(
      ['config', 'gt'],
      'error: unknown config command "gt"',
      'hint: Did you mean get? Valid: list, get, set, unset, path.',
    ),
    refused(
      ['config', 'get', 'limt'],
      'error: unknown preference "limt"',
      'hint: Did you mean limit? Valid: baseUrl, timeframe, limit, boards, interval, palette, columns, wide, pins, record, timezone.',
    ),
    ...[
      ['nvda', 'symbol NVDA'],
      ['BRK.B', 'symbol BRK.B'],
      ['BORD', 'symbol BORD'],
      ['bds', 'symbol BDS'],
      ['movers', '-b movers'],
      ['moverss', '-b movers'],
      ['swing', '-t swing'],
      ['all', '-t all'],
      ['version', '--version'],
    ].map(([word = '', meant = '']) =>
      refused(
        [word],
        `error: unknown command "${word}"`,
        `hint: Did you mean \`boards ${meant}\`? ${COMMANDS}`,
      ),
    ),
    ...['bords', 'board', 'Boards', 'bord', 'baords'].map((word) =>
      refused([word], `error: unknown command "${word}"`, `hint: Did you mean \`boards\`? ${COMMANDS}`),
    ),
    refused(
      ['boards', 'movers'],
      'error: unknown command "movers"',
      `hint: Did you mean \`boards -b movers\`? ${COMMANDS}`,
    ),
    refused(['-v'], 'error: unknown option "-v"', 'hint: Did you mean --version? See `boards --help`.'),
    refused(
      ['--column', 'symbol'],
      'error: unknown option "--column"',
      'hint: Did you mean --columns? See `boards --help`.',
    ),
    refused(
      ['--sandbx', 'symbol', 'NVDA'],
      'error: unknown option "--sandbx"',
      'hint: Did you mean --sandbox? See `boards symbol --help`.',
    ),
    refused(
      ['boards', 'top'],
      'error: top is not an argument of boards',
      'hint: To run the command top: `boards top`',
    ),
  ],
  'other values and arguments': [
    refused(['--sort', 'chgg'], 'error: unknown field "chgg"', `hint: Did you mean chg? ${COLUMNS}`),
    refused(['--sort', 'bd'], 'error: unknown field "bd"', `hint: Did you mean bds? ${COLUMNS}`),
    refused(
      ['--columns', 'symbol,volum'],
      'error: unknown column "volum"',
      `hint: Did you mean volume? ${COLUMNS}`,
    ),
    refused(
      ['top', '--csv'],
      'error: --csv is for boards, confluence and history',
      'hint: Use --json here: `boards top --json`',
    ),
    refused(
      ['symbol', 'NVDA', '--csv'],
      'error: --csv is for boards, confluence and history',
      'hint: Use --json here: `boards symbol --json`',
    ),
    refused(
      ['symbol', 'NVDA', '--bias', 'bullish'],
      'error: --bias is for boards, watch, confluence and replay',
      'hint: See `boards symbol --help`.',
    ),
    refused(
      ['-l'],
      'error: -l, --limit needs a value',
      'hint: For example: --limit 5',
      'hint: Usage: `boards --limit <1-10>`',
    ),
    refused(['-l', '0'], 'error: the limit must be at least 1, not "0"', 'hint: Give a number from 1 to 10.'),
    refused(
      ['-l', '5x'],
      'error: the limit must be a whole number, not "5x"',
      'hint: Give a number from 1 to 10.',
    ),
    refused(['-b', ''], 'error: no board given', BOARD_KEYS),
    refused(
      ['--min-boards', 'x'],
      'error: --min-boards must be a whole number from 0 to 100, not "x"',
      'hint: For example: --min-boards 3',
    ),
    refused(['symbol'], 'error: no ticker given', 'hint: Usage: `boards symbol <ticker...>`'),
    refused(['symbol', ','], 'error: no ticker given', 'hint: For example: `boards symbol NVDA AMD`'),
    refused(['symbol', 'NV$'], 'error: invalid ticker "NV$"', 'hint: For example: `boards symbol NVDA AMD`'),
    refused(['history'], 'error: no ticker given', 'hint: Usage: `boards history <ticker...>`'),
    refused(
      ['watch', '--count', '0'],
      'error: --count must be a whole number from 1 to 1000000, not "0"',
      'hint: For example: --count 10',
    ),
    refused(
      ['watch', '--retries', '99'],
      'error: --retries must be a whole number from 0 to 20, not "99"',
      'hint: For example: --retries 3',
    ),
    refused(
      ['replay', '2026-13-01'],
      'error: neither a date nor a file: "2026-13-01"',
      'hint: Give a date such as 2026-11-20, or a file: ./day.ndjson',
    ),
    refused(
      ['replay', '2026-11-20T10:15:00Z'],
      'error: a day is replayed from a time with --from',
      'hint: For example: `boards replay 2026-11-20 --from 10:15:00`',
    ),
    refused(
      ['replay', './no.ndjson'],
      'error: no such file: ./no.ndjson',
      'hint: Give a date such as 2026-11-20, or the path of a file.',
    ),
  ],
};

/** The lines on stderr; an error as JSON is given as the lines for people. */
function linesOf(stderr: string): ReadonlyArray<string> {
  if (!stderr.startsWith('{')) return stderr.split('\n').slice(0, -1);
  const { message, hint } = JSON.parse(stderr).error;
  return [`error: ${message}`, `hint: ${hint}`];
}

describe.each(Object.entries(TABLES))('%s', (_, rows) => {
  test.each(rows.map(({ words, lines }) => [words.join(' '), words, lines]))(
    'boards %s',
    async (_line, words, lines) => {
      const { exitCode, stdout, stderr, world } = await runCli(words);
      expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
        exitCode: 2,
        stdout: '',
        requests: 0,
      });
      expect(linesOf(stderr)).toEqual(lines);
    },
  );
});

describe('--plain, which says how people read, does not change the machine formats', () => {
  test.each([
    ['top', '--json'],
    ['boards', '--csv'],
    ['symbol', 'AME', '--format', '{symbol}'],
    ['confluence', '--json'],
    ['history', 'AME', '--sandbox', '--since', '5m', '--csv'],
    ['watch', '--json', '--count', '1'],
  ])('boards %s %s', async (...words) => {
    const [plain, other] = [await runCli([...words, '--plain']), await runCli(words)];
    expect(plain.exitCode).toBe(0);
    expect(plain.stdout).toBe(other.stdout);
    expect(plain.stdout).not.toBe('');
  });
});
