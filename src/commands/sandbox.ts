import { once } from 'node:events';
import { type Options, valueOption } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import { DAY_SECONDS, duration } from '../cli/values/durations.ts';
import { parser, wholeNumber } from '../cli/values/values.ts';
import type { Context } from '../context.ts';
import { SECOND_MS } from '../lib/time.ts';

interface SandboxOptions extends Options {
  readonly port: number;
  readonly seed: number;
  readonly recompute: number;
  readonly latency: number;
  readonly fault?: string;
}

const latencySeconds = duration('--latency', 600, '5s');
const latencyMilliseconds = wholeNumber('--latency', { min: 0, max: 600_000, example: 200 });
/** Returns milliseconds. Unlike in other options, a plain number means milliseconds. */
const parseLatency = parser(
  (text, option) =>
    /^\d+$/.test(text) ? latencyMilliseconds(text, option) : latencySeconds(text, option) * SECOND_MS,
  { words: [], example: '5s' },
);

export const command = (context: Context): Specification => ({
  options: [
    valueOption(
      '--port <port>',
      wholeNumber('--port', { min: 0, max: 65_535, example: 8787 }),
      'port on 127.0.0.1; 0 picks a free one',
    ).default(8787),
    valueOption(
      '--seed <n>',
      wholeNumber('--seed', { min: 0, max: 999_999_999, example: 7 }),
      'seed of the simulated market',
    ).default(1),
    valueOption(
      '--recompute <duration>',
      duration('--recompute', DAY_SECONDS, '5s'),
      'time between snapshots',
    ).default(60, '60 s'),
    valueOption(
      '--latency <duration>',
      parseLatency,
      'delay of each response, such as 5s; a plain number is in milliseconds',
    ).default(0),
    valueOption(
      '--fault <list>',
      // The command parses the list later, because the parser belongs to the code of the server.
      parser((text) => text, { words: [], isList: true, example: '503:0.1,cut:0.02' }),
      'share of responses with a fault, by kind: 503:0.1,429:0.05,cut:0.02,slow:0.02,garbage:0.01',
    ),
  ],
  examples: {
    'boards sandbox': 'print a URL and a key, then serve',
    'boards sandbox --recompute 5': 'serve new data every five seconds',
    'boards sandbox --fault 503:0.1,429:0.05': 'return errors for some requests',
  },
  async run(options: SandboxOptions) {
    const { parseFaults, startServer } = await import('../sandbox/server.ts');
    const faults = options.fault === undefined ? [] : parseFaults(options.fault);
    const { createService, SANDBOX_KEY, SANDBOX_REVOKED_KEY } = await import('../sandbox/service.ts');
    context.signal.throwIfAborted();
    const { seed, recompute: recomputeSeconds, port, latency } = options;
    const { clock, random } = context;
    const service = createService({ seed, recomputeSeconds });
    const server = await startServer({ service, clock, random, port, latencyMilliseconds: latency, faults });
    try {
      context.stdout.write(startMessage(server.url, SANDBOX_KEY, SANDBOX_REVOKED_KEY, context.platform));
      if (!context.signal.aborted) await once(context.signal, 'abort');
      context.signal.throwIfAborted();
    } finally {
      await server.close();
    }
  },
});

function startMessage(url: string, key: string, revokedKey: string, platform: string): string {
  const variables = Object.entries({ BOARDS_BASE_URL: url, BOARDS_API_KEY: key });
  const settings = variables.map(([name, value]) =>
    platform === 'win32' ? `$env:${name}='${value}';` : `${name}=${value}`,
  );
  return `SANDBOX: simulated data.

  URL          ${url}
  Key          ${key}
  Revoked key  ${revokedKey}

Try it in another terminal:

  ${settings.join(' ')} boards

Press Ctrl-C to stop.
`;
}
