import { PREFERENCES } from '../../cli/preference-registry.ts';
import { MAX_LIMIT } from '../../market/catalogue.ts';
import { type Client, createClient, namingBaseUrl } from '../../service/client.ts';
import { requireService, resolveSettings } from '../../settings/resolve.ts';
import type { PastSource } from './past.ts';
import { debugWriter, type Session } from './session.ts';

/** No host has this name; the embedded sandbox responds in process. */
const SANDBOX_URL = 'https://sandbox.invalid';

export interface Connection extends Session {
  /** Throws ConfigError without a base URL, and AuthError without a usable key. */
  readonly openClient: () => Promise<Client>;
  /** Reads the key from the environment and the config file again. Throws ConfigError or AuthError. */
  readonly reopenClient: () => Promise<Client>;
  /** With `--at`, snapshots come from here; null without it. */
  readonly past: PastSource | null;
  readonly isEmbedded: boolean;
  /** Rows per board, 1 to 10. */
  readonly limit: number;
}

export async function connect(session: Session, sandboxIntervalSeconds = 60): Promise<Connection> {
  const { options, settings, context, note } = session;
  const wanted = settings.limit.value ?? MAX_LIMIT;
  const limit = Math.min(MAX_LIMIT, wanted);
  if (limit < wanted)
    note(`the service returns at most ${MAX_LIMIT} rows per board; requesting ${MAX_LIMIT}`);
  const past =
    options.at === undefined ? null : await (await import('./past.ts')).createPastSource(options.at, session);
  const openClient = () => liveClient(session, sandboxIntervalSeconds);
  const reopenClient = async () => {
    const { foundKey } = resolveSettings(PREFERENCES, options, context);
    return liveClient({ ...session, settings: { ...settings, foundKey } }, sandboxIntervalSeconds);
  };
  return { ...session, openClient, reopenClient, past, isEmbedded: options.sandbox === true, limit };
}

async function liveClient(
  { options, context, settings }: Session,
  recomputeSeconds: number,
): Promise<Client> {
  const { clock, signal, env } = context;
  const more = { timeoutSeconds: options.timeout, debug: debugWriter(options, context) };
  if (options.sandbox !== true) {
    const service = requireService(settings);
    const client = createClient({ ...service, ...more }, context);
    return options.baseUrl === undefined ? client : namingBaseUrl(client, service.baseUrl);
  }
  const { createSandboxTransport, createService, EMBEDDED_SEED } = await import('../../sandbox/service.ts');
  const transport = createSandboxTransport(createService({ seed: EMBEDDED_SEED, recomputeSeconds }), clock);
  const service = { baseUrl: SANDBOX_URL, apiKey: '', keySource: 'the sandbox' };
  return createClient({ ...service, ...more }, { clock, signal, env, transport });
}
