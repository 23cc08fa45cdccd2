import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { parseTime } from '../parse.ts';
import { type Client, createClient } from '../service/client.ts';
import { decodeSnapshot, type Snapshot } from '../service/snapshot.ts';
import { requireService, resolveSettings, type Settings } from '../settings/resolve.ts';
import { MINUTE_MS } from '../time.ts';
import { MAX_LIMIT, type Timeframe } from '../vocabulary.ts';
import type { PastSnapshots } from '../watch/source.ts';
import type { PastClient } from './past.ts';
import { createNotes, debugWriter, type Notes } from './write.ts';

/** Of the embedded sandbox. */
const SANDBOX_SEED = 1;
const PAST_MINUTES = 30;
/** Not a real host: the embedded sandbox responds in process. */
const SANDBOX_URL = 'https://sandbox.invalid';

/** What a data command needs before its first request. */
export interface Connection extends Notes {
  readonly options: DataOptions;
  readonly context: Context;
  readonly settings: Settings;
  readonly client: Client;
  /** The client, with `--at`; else null. */
  readonly past: PastClient | null;
  /** True for the embedded sandbox (`--sandbox`), which responds in process. */
  readonly isEmbedded: boolean;
  /** Rows per board to request, 1 to 10. */
  readonly limit: number;
}

export interface ConnectOptions {
  /** Time between snapshots of the embedded sandbox. */
  readonly sandboxSeconds?: number;
  /** Settings that the command has already resolved. */
  readonly settings?: Settings;
}

/**
 * Resolves the settings, prints their warnings, and creates a client of the service, of the embedded sandbox, or with `--at` of
 * what was recorded.
 */
export async function connect(
  options: DataOptions,
  context: Context,
  { sandboxSeconds = 60, ...resolved }: ConnectOptions = {},
): Promise<Connection> {
  const isEmbedded = options.sandbox === true;
  const notes = createNotes(options, context);
  const settings = resolved.settings ?? resolveSettings(options, context, { needsService: !isEmbedded });
  settings.warnings.forEach(notes.note);
  const limit = Math.min(MAX_LIMIT, settings.limit.value);
  if (limit < settings.limit.value)
    notes.note(`the service returns at most ${MAX_LIMIT} rows per board; requesting ${MAX_LIMIT}`);
  const past = await pastClient(settings, notes, options, context);
  const client = past ?? (await liveClient(settings, options, context, sandboxSeconds));
  return { options, context, settings, client, past, isEmbedded, limit, ...notes };
}

async function liveClient(
  settings: Settings,
  options: DataOptions,
  context: Context,
  sandboxSeconds: number,
): Promise<Client> {
  const isEmbedded = options.sandbox === true;
  const { clock, signal, env } = context;
  const transport = isEmbedded ? await sandboxTransport(context, sandboxSeconds) : context.transport;
  const service = isEmbedded
    ? { baseUrl: SANDBOX_URL, apiKey: '', keySource: 'the sandbox' }
    : requireService(settings);
  const debug = debugWriter(options, context);
  return createClient(
    { ...service, timeoutSeconds: options.timeout, debug },
    { clock, signal, env, transport },
  );
}

/** Null without `--at`. */
async function pastClient(
  settings: Settings,
  { note }: Notes,
  { at: text, sandbox, quiet = false }: DataOptions,
  context: Context,
): Promise<PastClient | null> {
  if (text === undefined) return null;
  const now = context.clock.now();
  const at = parseTime(text, { now, option: '--at', timeZone: settings.timeZone });
  const { recordedClient, sandboxPastClient } = await import('./past.ts');
  const past = { at, settings, note, quiet };
  if (sandbox === true) return sandboxPastClient(await sandboxSnapshots(), past, context);
  return recordedClient(past, context);
}

async function sandboxTransport(context: Context, recomputeSeconds: number) {
  const { createSandboxTransport, createService } = await import('../sandbox/protocol/service.ts');
  return createSandboxTransport(createService({ seed: SANDBOX_SEED, recomputeSeconds }), context.clock);
}

/** What the embedded sandbox had at a time: the snapshot of its minute. */
export async function sandboxSnapshots(): Promise<(timeframe: Timeframe, time: number) => Snapshot | null> {
  const { createPast } = await import('../sandbox/protocol/service.ts');
  const snapshotAt = createPast(SANDBOX_SEED);
  return (timeframe, time) => decodeSnapshot(snapshotAt(timeframe, time));
}

/** The last 30 minutes of the embedded sandbox, one snapshot a minute. */
export async function sandboxPast(): Promise<PastSnapshots> {
  const snapshotAt = await sandboxSnapshots();
  return function* (timeframe, { asOf }) {
    const end = Math.ceil(asOf / MINUTE_MS) * MINUTE_MS;
    for (let minute = PAST_MINUTES; minute > 0; minute--) {
      const snapshot = snapshotAt(timeframe, end - minute * MINUTE_MS);
      if (snapshot !== null) yield snapshot;
    }
  };
}
