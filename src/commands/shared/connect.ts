import { PREFERENCES } from '../../cli/preference-registry.ts';
import { MAX_LIMIT } from '../../market/catalogue.ts';
import { type Client, createClient, namingBaseUrl } from '../../service/client.ts';
import { requireService, resolveSettings } from '../../settings/resolve.ts';
import type { PastSource } from './past.ts';
import { debugWriter, type Session } from './session.ts';

/** Not a real host: the embedded sandbox responds in process. */
const SANDBOX_URL = 'https://sandbox.invalid';

/** What a data command needs before its first request. */
export interface Connection extends Session {
  /** Opens the service or the embedded sandbox. Throws ConfigError or AuthError if nothing may be sent. */
  readonly openClient: () => Promise<Client>;
  /** Opens the service with the key that environment and config file have now. Throws ConfigError or AuthError. */
  readonly reopenClient: () => Promise<Client>;
  /** Where snapshots come from instead, with `--at`; else null. */
  readonly past: PastSource | null;
  /** True for the embedded sandbox (`--sandbox`), which responds in process. */
  readonly isEmbedded: boolean;
  /** Rows per board, 1 to 10. */
  readonly limit: number;
}

/**
 * Says how the service, the embedded sandbox, or with `--at` the past is read. `sandboxSeconds` is the time between snapshots of the
 * embedded sandbox.
 */
export async function connect(session: Session, sandboxSeconds = 60): Promise<Connection> {
  const { options, settings, context, note } = session;
  const wanted = settings.limit.value ?? MAX_LIMIT;
  const limit = Math.min(MAX_LIMIT, wanted);
  if (limit < wanted)
    note(`the service returns at most ${MAX_LIMIT} rows per board; requesting ${MAX_LIMIT}`);
  const past =
    options.at === undefined ? null : await (await import('./past.ts')).createPastSource(options.at, session);
  const openClient = () => liveClient(session, sandboxSeconds);
  const reopenClient = async () => {
    const { foundKey } = resolveSettings(PREFERENCES, options, context);
    return liveClient({ ...session, settings: { ...settings, foundKey } }, sandboxSeconds);
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
