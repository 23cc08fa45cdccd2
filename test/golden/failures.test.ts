import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { toNetworkError } from '../../src/service/network-error.ts';
import { createTransport } from '../../src/service/transport.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock, realClock } from '../support/fake-clock.ts';
import { type CommandLine, describeResult, fixPath, goldenFolder } from '../support/golden.ts';
import {
  gzipResponse,
  httpResponse,
  type LoopbackServer,
  serveBytes,
  serveSockets,
} from '../support/loopback.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, listsOf, rowOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { until } from '../support/wait.ts';
import { BASE_URL, runCli, type WorldOptions } from '../support/world.ts';

const golden = goldenFolder('failures');

/** Shows what commands print, and how often they sent a request. */
async function describeFailure(
  name: string,
  lines: ReadonlyArray<CommandLine>,
  options: WorldOptions,
): Promise<string> {
  const blocks: Array<string> = [];
  for (const line of lines) {
    const result = await runCli(line, options);
    const { length } = result.world.requests;
    blocks.push(`${describeResult(line, result)}--- ${length} request${length === 1 ? '' : 's'}\n`);
  }
  return `# ${name}\n${blocks.join('\n')}`;
}

/** A one-shot command shows the whole error; a watch shows its short reason, and goes on. */
const LINES = ['top --retries 1', 'watch --json --for 1s'];

/** Codes of Node, some with a part of OpenSSL's message. */
const CODES = [
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ETIMEDOUT', 'ECONNABORTED', 'EWHATEVER'],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_REVOKED'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'],
  ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
  ...['EPROTO wrong version number', 'EPROTO alert protocol version', 'EPROTO unsupported protocol'],
  ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
  ...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  ...['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW'],
];

function codedError(text: string): Error {
  const [code = '', ...words] = text.split(' ');
  return Object.assign(new Error(words.join(' ')), { code });
}

const coded = CODES.map((text) => [text, codedError(text)] as const);
const THROWN: ReadonlyArray<readonly [string, unknown]> = [
  ...coded,
  ['two addresses', new AggregateError([codedError('ECONNREFUSED'), codedError('EPIPE')])],
  ['no address', new AggregateError([])],
  ['no Error', 'no'],
];

const failing =
  (error: unknown): Transport =>
  async ({ url }) => {
    throw toNetworkError(error, url.host);
  };

const deep = { ...bodyOf(), odd: listsOf(64) };
const manyBoards = { boards: Object.fromEntries(Array.from({ length: 20_200 }, (_, index) => [index, []])) };
const ERROR = { error: 'the message of the service' };
type Response = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

const limited = (value: string): Response => [429, ERROR, { 'retry-after': value }];

const RESPONSES: ReadonlyArray<readonly [string, Response]> = [
  ['a page', [200, '<html>Log in</html>']],
  ['no body', [200, '']],
  ['a content type with a charset', [200, 'x', { 'content-type': 'text/plain; charset=latin1' }]],
  ['2 KB', [200, 'x'.repeat(2000)]],
  ['2 MB', [200, 'x'.repeat(2_000_000)]],
  ['a list', [200, []]],
  ['no boards', [200, { asOf: '2026-06-03T14:30:00Z' }]],
  ['another timeframe', [200, bodyOf({ timeframe: 'swing' })]],
  ['65 levels', [200, deep]],
  ['20,200 boards', [200, manyBoards]],
  ['204', [204, '']],
  ['301', [301, '', { location: 'https://elsewhere.example' }]],
  ['304', [304, '']],
  ['400', [400, ERROR]],
  ['401', [401, ERROR]],
  ['401 without a body', [401, '']],
  ['401 and a page', [401, '<html>Log in</html>']],
  ['402', [402, ERROR]],
  ['402 without a body', [402, '']],
  ['402 and a page', [402, '<html>Pay</html>']],
  ['403', [403, ERROR]],
  ['403 and a page', [403, '<html>Blocked</html>']],
  ['404 and a page', [404, '<html>Not found</html>']],
  ['429', [429, ERROR]],
  ['429 for 12 s', limited('12')],
  ['429 for 0 s', limited('0')],
  ['429 for a day', limited('86400')],
  ['429 until 14:31', limited('Wed, 03 Jun 2026 14:31:00 GMT')],
  ['500', [500, ERROR]],
  ['502 and a page', [502, '<html>Bad gateway</html>']],
  ['503', [503, ERROR]],
  ['503 with a long message', [503, { error: 'x'.repeat(300) }]],
];

const USUAL: Response = [200, bodyOf()];
const DATED_AHEAD = bodyOf({ asOf: '2026-06-03T14:40:00Z' });
const rows = (count: number, fields = {}) =>
  Array.from({ length: count }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}`, ...fields }));
const many = (boards: number, count: number) =>
  Object.fromEntries(Array.from({ length: boards }, (_, index) => [`b${index}`, rows(count)]));

/** Snapshots that lead to notes. */
const NOTED: typeof RESPONSES = [
  ['a time ten minutes ahead', [200, DATED_AHEAD]],
  ['a clock ten minutes ahead', [200, DATED_AHEAD, { date: 'Wed, 03 Jun 2026 14:40:00 GMT' }]],
  ['a clock ten minutes behind', [200, bodyOf(), { date: 'Wed, 03 Jun 2026 14:20:00 GMT' }]],
  ['data an hour old', [200, bodyOf({ asOf: '2026-06-03T13:30:00Z' })]],
  ['101 boards', [200, bodyOf({ boards: many(101, 1) })]],
  ['101 rows', [200, bodyOf({ boards: many(1, 101) })]],
  ['101 boards of 101 rows', [200, bodyOf({ boards: many(101, 101) })]],
  ['a long symbol', [200, bodyOf({ boards: { movers: rows(2, { symbol: 'X'.repeat(65) }) } })]],
  ['nothing unusual', USUAL],
  ['simulated data', [200, bodyOf(), { 'x-sandbox': 'yes' }]],
];

const responding = ([status, body, headers]: Response): WorldOptions => ({
  transport: async () => responseOf(status, body, headers),
});

/** The transport of the program, whose requests time out when the promise resolves. */
function realTransport(env: WorldOptions['env'], timedOut?: Promise<unknown>): WorldOptions {
  const clock =
    timedOut === undefined ? realClock : { ...realClock, sleep: () => timedOut.then(() => undefined) };
  return { transport: createTransport({ clock, env: { ...env } }), isRealTime: true, env: { ...env } };
}

const pouring = (head: string, piece: string) =>
  serveSockets((socket) => {
    const pour = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.once('data', () => socket.write(head, pour));
    socket.on('drain', pour);
  });

const SERVERS: Readonly<Record<string, () => Promise<LoopbackServer>>> = {
  'a body that is cut off': () => serveBytes(httpResponse('Content-Length: 999', '{"')),
  'a gzip body that is cut off': () => serveBytes(gzipResponse(gzipSync('{"boards":{}}').subarray(0, -9))),
  'more than 8 MB': () => serveBytes(httpResponse('', Buffer.alloc(9e6))),
  'more than 8 MB in gzip': () => serveBytes(gzipResponse(gzipSync(Buffer.alloc(9e6)))),
  'more than 16 MB of chunk headers': () =>
    pouring('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', `1;${'x'.repeat(15_000)}\r\n \r\n`),
  'another protocol': () => serveBytes('SSH-2.0-OpenSSH_9.9\r\n'),
  'headers without an end': () => pouring('HTTP/1.1 200 OK\r\n', `X-Filler: ${'x'.repeat(1000)}\r\n`),
};

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

const PROXIES: Readonly<Record<string, () => Promise<LoopbackServer>>> = {
  'refuses the connection': () => serveBytes('HTTP/1.1 407 Login\r\n\r\n'),
  'speaks another protocol': () => serveBytes('SSH-2.0-OpenSSH_9.9\r\n'),
  'sends a page instead of TLS': () => serveBytes(`${ESTABLISHED}<html>Log in</html>`),
};

const PROXY_VARIABLES: ReadonlyArray<Readonly<Record<string, string>>> = [
  { HTTPS_PROXY: 'socks5://proxy.example' },
  { ALL_PROXY: 'FTP://proxy.example' },
  { https_proxy: 'http://ann:word@[' },
];

/** Files that are not recordings, and a recording of another timeframe. */
const FILES: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<string>]> = [
  ['a/day.ndjson', ['garbage', '{}']],
  ['b/swing.ndjson', [lineOf('2026-06-03T14:29:00Z', 1, { timeframe: 'swing' })]],
  ['c/day.ndjson.gz', ['garbage']],
];

function writeFiles(): string {
  const directory = temporaryDirectory();
  for (const [name, lines] of FILES) writeRecording(directory, name, lines);
  return directory;
}

/** Changes the lock of the config file whenever the program looks at it. */
function worldWithBusyLock(): WorldOptions {
  const directory = temporaryDirectory();
  const lock = join(directory, 'config.json.lock');
  const clock = createFakeClock();
  writeFileSync(lock, '');
  let seconds = 0;
  const sleep: typeof clock.sleep = (...time) => {
    utimesSync(lock, 1, ++seconds);
    return clock.sleep(...time);
  };
  return { clock: { ...clock, sleep }, env: { BOARDS_CONFIG_DIR: directory } };
}

function worldWithDirectoryAsLock(): WorldOptions {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'config.json.lock'));
  return { env: { BOARDS_CONFIG_DIR: directory } };
}

const SERVICE = { BOARDS_BASE_URL: BASE_URL, BOARDS_API_KEY: KEY };
const STORED = { apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL };
/** Config files that cannot be used, or not all of them. */
const STORED_FILES: Readonly<Record<string, unknown>> = {
  'a key with a space': { ...STORED, apiKey: `${KEY} ${KEY}` },
  'a removed preference': { ...STORED, wide: true },
  'a file in UTF-16': '{\0"\0a\0"\0',
};
const BAD_VARIABLES = [
  ['BOARDS_BASE_URL', 'http://boards.example'],
  ['BOARDS_TIMEFRAME', 'weekly'],
  ['BOARDS_RECORD', '0'],
  ['BOARDS_API_KEY', 'a b'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
] as const;
const HOMELESS: WorldOptions = { homeDirectory: undefined, env: { BOARDS_CONFIG_DIR: undefined } };
const RELATIVE: WorldOptions = { env: { BOARDS_CONFIG_DIR: 'here' } };
/** A snapshot of every timeframe. */
const serving: WorldOptions = {
  transport: async ({ url }) => responseOf(200, bodyOf({ timeframe: url.searchParams.get('timeframe') })),
};

const buggy: Transport = async () => {
  throw new TypeError('a bug');
};

async function describeAll<T>(
  cases: ReadonlyArray<readonly [string, T]>,
  lines: ReadonlyArray<CommandLine>,
  optionsOf: (given: T) => WorldOptions,
): Promise<string> {
  const blocks: Array<string> = [];
  for (const [name, given] of cases) blocks.push(await describeFailure(name, lines, optionsOf(given)));
  return blocks.join('\n');
}

/** Ports, and codes that depend on the version of Node. */
const withoutChance = (text: string) =>
  text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').replace(/(?<=does not use \w+) \(\w+\)/g, ' (CODE)');

describe('what is printed', () => {
  test('if the connection fails', async () => {
    await golden.matches(
      'network',
      await describeAll(THROWN, LINES, (error) => ({ transport: failing(error) })),
    );
  });

  test('if the response is no snapshot', async () => {
    await golden.matches('responses', await describeAll(RESPONSES, LINES, responding));
  });

  test('about snapshots that are not as usual', async () => {
    const lines = ['top --json', 'watch --events --count 1'];
    await golden.matches('notes', await describeAll(NOTED, lines, responding));
  });

  test('about intervals that are too short', async () => {
    const lines = ['watch --events --count 1 -n 29', 'watch --events --count 1 -n 0.5s'];
    const local = { env: { BOARDS_BASE_URL: 'http://127.0.0.1:8787' }, ...responding(USUAL) };
    const stories = [
      await describeFailure('a remote service', lines, responding(USUAL)),
      await describeFailure('a service on this computer', lines, local),
    ];
    await golden.matches('intervals', stories.join('\n'));
  });

  test('if a server sends too much, too little or something else', async () => {
    const blocks: Array<string> = [];
    for (const [name, serve] of Object.entries(SERVERS)) {
      const { env } = await serve();
      blocks.push(await describeFailure(name, ['top --retries 0'], realTransport(env)));
    }
    await golden.matches('servers', withoutChance(blocks.join('\n')));
  });

  test('if a server is silent', async () => {
    const server = await serveSockets(() => undefined);
    const isSent = until(() => server.received() !== '');
    const options = realTransport(server.env, isSent);
    await golden.matches(
      'silence',
      withoutChance(await describeFailure('a server', ['top --retries 0'], options)),
    );
  });

  test('if a proxy fails', async () => {
    const blocks: Array<string> = [];
    for (const [name, serve] of Object.entries(PROXIES)) {
      const env = { ...SERVICE, HTTPS_PROXY: `http://${(await serve()).host}` };
      blocks.push(await describeFailure(`a proxy that ${name}`, ['top --retries 0'], realTransport(env)));
    }
    const silent = await serveSockets(() => undefined);
    const env = { ...SERVICE, HTTPS_PROXY: silent.host };
    const isSent = until(() => silent.received() !== '');
    blocks.push(
      await describeFailure('a proxy that is silent', ['top --retries 0'], realTransport(env, isSent)),
    );
    for (const variables of PROXY_VARIABLES) {
      const options = realTransport({ ...SERVICE, ...variables });
      blocks.push(await describeFailure(JSON.stringify(variables), ['top'], options));
    }
    await golden.matches('proxies', withoutChance(blocks.join('\n')));
  });

  test('if settings cannot be read or saved', async () => {
    const save = ['config set limit 3'];
    const read = ['watch --events --count 1', 'config list', 'config path', 'top --at 14:00', 'history NOVA'];
    const stories = [
      await describeFailure('no home directory', [...save, 'login', ...read], { ...HOMELESS, stdin: KEY }),
      await describeFailure('a relative directory', [...save, ...read], RELATIVE),
      await describeFailure('a lock that another program holds', save, worldWithBusyLock()),
      await describeFailure('a directory as lock', save, worldWithDirectoryAsLock()),
      await describeFailure('NODE_DEBUG', ['top', 'login'], { env: { ...SERVICE, NODE_DEBUG: 'http' } }),
    ];
    for (const [name, value] of BAD_VARIABLES) {
      stories.push(
        await describeFailure(`${name}=${value}`, ['top', 'config list'], { env: { [name]: value } }),
      );
    }
    for (const [name, config] of Object.entries(STORED_FILES)) {
      const env = { BOARDS_BASE_URL: undefined, BOARDS_API_KEY: undefined };
      stories.push(
        await describeFailure(name, ['top', 'config set wide on', 'logout'], {
          config,
          env,
          ...responding(USUAL),
        }),
      );
    }
    await golden.matches('settings', stories.join('\n'));
  });

  test('if nothing is there to be shown', async () => {
    const none = { env: { ...SERVICE, BOARDS_DATA_DIR: temporaryDirectory() } };
    const lines = ['history', 'history --day 2026-06-01', 'history -t swing --last 2d', 'history NOVA --csv'];
    const boards = ['boards -b nonsuch', 'confluence -b nonsuch,other -t day,swing'];
    const streams = ['watch --json -b nonsuch --count 1', 'watch --events -b movers,nonsuch --count 1'];
    const zone = { config: { timezone: 'America/New_York' }, ...none };
    const timeless = ['top --at 2026-03-08T02:30', 'top --at 2026-03-08T03:30'];
    const stories = [
      await describeFailure('no recording', lines, none),
      await describeFailure('an unknown board', [...boards, ...streams], serving),
      await describeFailure('an hour that clocks leave out', timeless, zone),
    ];
    await golden.matches('nothing', stories.join('\n'));
  });

  test('if a file is no recording', async () => {
    const directory = writeFiles();
    const file = (name: string) => join(directory, name);
    const lines = [
      ...FILES.map(([name]) => ['replay', file(name), '-t', 'day', '--json']),
      ['replay', file('none.ndjson')],
      ['replay', `${directory}${sep}`],
      ['replay', '-', '--json'],
    ];
    const blocks: Array<string> = [];
    for (const line of lines)
      blocks.push(fixPath(describeResult(line, await runCli(line)), directory, '/home/ann/files'));
    const typed = { stdin: Object.assign(Readable.from([]), { isTTY: true }) };
    blocks.push(await describeFailure('stdin is a terminal', ['replay -'], typed));
    const failed = Object.assign(new Error('gone'), { code: 'EIO' });
    const stdin = new Readable({
      read() {
        this.destroy(failed);
      },
    });
    blocks.push(await describeFailure('stdin fails', ['replay -'], { stdin }));
    await golden.matches('files', fixPath(blocks.join('\n'), directory, '/home/ann/files'));
  });

  test.skipIf(isWindows)('if recordings cannot be read', async () => {
    const directory = temporaryDirectory();
    const link = (name: string) => symlinkSync(name, join(directory, name));
    link('boards.example_443');
    link('loop.ndjson');
    const env = { ...SERVICE, BOARDS_DATA_DIR: directory };
    const lines = [
      'top --at 14:00',
      'history',
      'history NOVA',
      'replay',
      ['replay', join(directory, 'loop.ndjson')],
    ];
    const story = await describeFailure('links that lead to themselves', lines, { env });
    await golden.matches('links', fixPath(story, directory, '/home/ann/recordings'));
  });

  test('by a fault of the program', async () => {
    await golden.matches('bug', await describeFailure('a bug', ['top', 'top --json'], { transport: buggy }));
  });
});
