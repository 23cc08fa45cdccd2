import { type Client, createClient } from '../api/client.ts';
import { requireService, resolveSettings, type Settings } from '../config/resolve.ts';
import type { Context } from '../context.ts';
import { cleanText } from '../view/safe-text.ts';
import type { DataOptions } from './options.ts';

/** Addresses nobody: the embedded service answers in process. */
const SANDBOX_URL = 'https://sandbox.invalid';
/** Rows per board that the service gives at most (api.md section 4). */
const MOST_ROWS = 10;

/** What a data command needs before its first request. */
export interface Session {
  readonly settings: Settings;
  readonly client: Client;
  readonly sandbox: boolean;
  /** Rows per board to ask for, 1 to 10. */
  readonly limit: number;
  /** A line for a person, on stderr; dropped with `--quiet`. */
  readonly note: (text: string) => void;
}

/** `sandboxSeconds`: how often the embedded service rebuilds. Resolves settings, says what is worth saying about them, and connects them to a service or to the sandbox. */
export async function openSession(
  options: DataOptions,
  context: Context,
  { sandboxSeconds = 60 } = {},
): Promise<Session> {
  const sandbox = options.sandbox === true;
  const settings = await resolveSettings(options, context, { needsService: !sandbox });
  const note = (text: string) => {
    if (options.quiet !== true) context.stderr.write(`note: ${cleanText(text)}\n`);
  };
  settings.warnings.forEach(note);
  const limit = Math.min(MOST_ROWS, settings.limit.value);
  if (limit < settings.limit.value)
    note(`the service gives at most ${MOST_ROWS} rows a board; asking for ${MOST_ROWS}`);
  const world = sandbox
    ? { ...context, transport: await sandboxTransport(context, sandboxSeconds) }
    : context;
  const service = sandbox
    ? { baseUrl: SANDBOX_URL, apiKey: '', keyHome: 'the sandbox' }
    : requireService(settings);
  const debug =
    options.debug === true ? (line: string) => context.stderr.write(`debug: ${line}\n`) : undefined;
  return {
    settings,
    client: createClient({ ...service, timeoutSeconds: options.timeout, debug }, world),
    sandbox,
    limit,
    note,
  };
}

async function sandboxTransport(context: Context, recomputeSeconds: number) {
  const { createSandboxTransport, createService } = await import('../sandbox/service.ts');
  return createSandboxTransport(createService({ seed: 1, recomputeSeconds }), context.clock);
}
