import { type Client, createClient } from '../api/client.ts';
import { requireService, resolveSettings, type Settings } from '../config/resolve.ts';
import { MAX_LIMIT } from '../config/values.ts';
import type { Context } from '../context.ts';
import { cleanText } from '../view/safe-text.ts';
import type { DataOptions } from './options.ts';

/** Addresses nobody: the embedded service answers in process. */
const SANDBOX_URL = 'https://sandbox.invalid';

/** What a data command needs before its first request. */
export interface Session {
  readonly settings: Settings;
  readonly client: Client;
  /** The data is simulated: known from the start with `--sandbox`, else once the service has answered. */
  readonly sandbox: boolean;
  /** Rows per board to ask for, 1 to 10. */
  readonly limit: number;
  /** A line for a person, on stderr; dropped with `--quiet`. */
  readonly note: (text: string) => void;
  /** The same for what must be said, with `--quiet` too. */
  readonly label: (text: string) => void;
}

/** `sandboxSeconds`: how often the embedded service rebuilds. Resolves settings, says what is worth saying about them, and connects them to a service or to the sandbox. */
export async function openSession(
  options: DataOptions,
  context: Context,
  { sandboxSeconds = 60 } = {},
): Promise<Session> {
  const isEmbedded = options.sandbox === true;
  const settings = resolveSettings(options, context, { needsService: !isEmbedded });
  const label = (text: string) => void context.stderr.write(`note: ${cleanText(text)}\n`);
  const note = (text: string) => {
    if (options.quiet !== true) label(text);
  };
  settings.warnings.forEach(note);
  const limit = Math.min(MAX_LIMIT, settings.limit.value);
  if (limit < settings.limit.value)
    note(`the service gives at most ${MAX_LIMIT} rows a board; asking for ${MAX_LIMIT}`);
  const world = isEmbedded
    ? { ...context, transport: await sandboxTransport(context, sandboxSeconds) }
    : context;
  const service = isEmbedded
    ? { baseUrl: SANDBOX_URL, apiKey: '', keyHome: 'the sandbox' }
    : requireService(settings);
  const debug =
    options.debug === true ? (line: string) => context.stderr.write(`debug: ${line}\n`) : undefined;
  const client = createClient({ ...service, timeoutSeconds: options.timeout, debug }, world);
  return {
    settings,
    client,
    get sandbox() {
      return isEmbedded || client.isSimulated();
    },
    limit,
    note,
    label,
  };
}

async function sandboxTransport(context: Context, recomputeSeconds: number) {
  const { createSandboxTransport, createService } = await import('../sandbox/service.ts');
  return createSandboxTransport(createService({ seed: 1, recomputeSeconds }), context.clock);
}
