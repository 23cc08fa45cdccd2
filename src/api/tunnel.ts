import type { RequestOptions } from 'node:https';
import { checkServerIdentity } from 'node:tls';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { NetworkError } from '../errors.ts';
import { toNetworkError } from './network-error.ts';

export interface Tunnel {
  /** Of a request that goes through it. */
  readonly options: RequestOptions;
  /** Puts a failure into words: names the proxy, never its password, when the tunnel did not stand. */
  explain(error: unknown, host: string): NetworkError;
  /** Throws NetworkError when the proxy answered in the place of the service. */
  requireTunnel(): void;
}

/**
 * The tunnel (CONNECT) that the environment asks for; undefined when it asks for none or NO_PROXY exempts `url`.
 * `over` aborts when its exchange has ended.
 */
export async function tunnelFor(
  url: URL,
  env: Context['env'],
  over: AbortSignal,
): Promise<Tunnel | undefined> {
  const names = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const wanted = names.map((name) => variable(name, env)).find((value) => value !== undefined);
  if (wanted === undefined) return undefined;
  const { getProxyForUrl } = await import('proxy-from-env');
  const address = getProxyForUrl(url.href);
  if (address === '') return undefined;
  // The library gives an address without a scheme that of the target; everybody else reads it as http.
  return createTunnel(wanted.includes('://') ? address : address.replace(/^https:/, 'http:'), url, over);
}

async function createTunnel(address: string, url: URL, over: AbortSignal): Promise<Tunnel> {
  const hint = 'Check HTTPS_PROXY, or exempt the host with NO_PROXY.';
  if (!URL.canParse(address))
    throw new NetworkError('HTTPS_PROXY is not an address', { hint, retryable: false });
  const proxy = new URL(address);
  const name = proxy.host;
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  // The signal ends the connection to the proxy, which a destroyed request leaves open until the tunnel stands.
  const options = { headers: takeCredentials(proxy), signal: over };
  const agent = new HttpsProxyAgent(proxy, options);
  let status: number | undefined;
  agent.on('proxyConnect', (answer: { statusCode: number }) => {
    status = answer.statusCode;
  });
  return {
    options: {
      agent,
      // Left alone, the agent knows a service addressed by number under the name of the proxy.
      checkServerIdentity: (_, certificate) =>
        checkServerIdentity(url.hostname.replace(/^\[|\]$/g, ''), certificate),
    },
    explain(error, host) {
      if (status === 200) return toNetworkError(error, host);
      const failure = toNetworkError(error, `the proxy ${name}`);
      return new NetworkError(failure.message, { hint, retryable: failure.retryable, cause: error });
    },
    requireTunnel() {
      if (status === undefined || status === 200) return;
      throw new NetworkError(`the proxy ${name} refused the connection (${status})`, {
        hint,
        retryable: false,
      });
    },
  };
}

/** Moves user and password from the address to a header, because the agent may log the address. */
function takeCredentials(proxy: URL): Readonly<Record<string, string>> {
  const [user, password] = [proxy.username, proxy.password].map(decode);
  if (user === '' && password === '') return {};
  proxy.username = '';
  proxy.password = '';
  return { 'Proxy-Authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
