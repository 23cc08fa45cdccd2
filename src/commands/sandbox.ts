import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { freeParser, wholeNumber } from '../parse.ts';
import { DAY_SECONDS, duration } from '../parse-duration.ts';
import { listOption, valueOption } from './shared/common-options.ts';
import { addExamples } from './shared/options.ts';

interface SandboxOptions {
  readonly port: number;
  readonly seed: number;
  readonly recompute: number;
  readonly latency: number;
  readonly fault?: string;
}

export function registerSandbox(command: Command, context: Context): void {
  const port = wholeNumber('--port', { min: 0, max: 65_535, example: 8787 });
  const seed = wholeNumber('--seed', { min: 0, max: 999_999_999, example: 7 });
  const recompute = duration('--recompute', DAY_SECONDS, '5s');
  const latency = wholeNumber('--latency', { min: 0, max: 600_000, example: 200 });
  // Parsed when the command runs, with the market: its code takes time to load.
  const fault = freeParser('list', (text) => text, '503:0.1,cut:0.02');
  addExamples(command, {
    'boards sandbox': 'print a URL and a key to use with it',
    'boards sandbox --recompute 5': 'new data every five seconds',
    'boards sandbox --fault 503:0.1,429:0.05': 'return some errors',
  })
    .addOption(valueOption('--port <port>', port, 'port on 127.0.0.1; 0 picks a free one').default(8787))
    .addOption(valueOption('--seed <n>', seed, 'seed of the simulated market').default(1))
    .addOption(valueOption('--recompute <duration>', recompute, 'time between snapshots').default(60, '60 s'))
    .addOption(valueOption('--latency <ms>', latency, 'delay of each response').default(0))
    .addOption(
      listOption(
        '--fault <list>',
        fault,
        'faults by kind and share: 503:0.1,429:0.05,cut:0.02,slow:0.02,garbage:0.01',
      ),
    )
    .action((options: SandboxOptions) => runSandbox(options, context));
}

/** Serves until the signal is aborted, then throws its reason. Throws UsageError for invalid faults or a port in use. */
async function runSandbox(options: SandboxOptions, context: Context): Promise<void> {
  // Imported here, because the market and node:http take time to load.
  const { parseFaults } = await import('../sandbox/protocol/faults.ts');
  const faults = options.fault === undefined ? [] : parseFaults(options.fault);
  const { createService, SANDBOX_KEY, SANDBOX_REVOKED_KEY } = await import('../sandbox/protocol/service.ts');
  const { startServer } = await import('../sandbox/protocol/server.ts');

  context.signal.throwIfAborted();
  const { seed, recompute: recomputeSeconds, port, latency: latencyMilliseconds } = options;
  const { clock, random } = context;
  const service = createService({ seed, recomputeSeconds });
  const server = await startServer({ service, clock, random, port, latencyMilliseconds, faults });
  try {
    context.stdout.write(startMessage(server.url, SANDBOX_KEY, SANDBOX_REVOKED_KEY));
    await aborted(context.signal);
  } finally {
    await server.close();
  }
}

function startMessage(url: string, key: string, revokedKey: string): string {
  return [
    'SANDBOX: simulated data.',
    '',
    `  URL          ${url}`,
    `  Key          ${key}`,
    `  Revoked key  ${revokedKey}`,
    '',
    'Try it in another terminal:',
    '',
    `  BOARDS_BASE_URL=${url} BOARDS_API_KEY=${key} boards`,
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
