import type { Agent } from 'node:http';
import type { Context } from '../context.ts';
import { NetworkError } from '../errors.ts';
import { toNetworkError } from './network-error.ts';

export interface Tunnel {
  readonly agent: Agent;
  /** Puts a failure into words: names the proxy, never its password, when the tunnel did not stand. */
  explain(error: unknown, host: string): NetworkError;
  /** Throws NetworkError when the proxy answered in the place of the service. */
  requireTunnel(): void;
}

/** The tunnel (CONNECT) that the environment asks for; undefined when it asks for none or NO_PROXY exempts `url`. */
export async function tunnelFor(url: URL, env: Context['env']): Promise<Tunnel | undefined> {
  const wanted = env.https_proxy ?? env.HTTPS_PROXY ?? env.all_proxy ?? env.ALL_PROXY ?? '';
  if (wanted === '') return undefined;
  const { getProxyForUrl } = await import('proxy-from-env');
  const address = getProxyForUrl(url.href);
  if (address === '') return undefined;
  // The library gives an address without a scheme that of the target; everybody else reads it as http.
  return createTunnel(wanted.includes('://') ? address : address.replace(/^https:/, 'http:'));
}

async function createTunnel(address: string): Promise<Tunnel> {
  const hint = 'Check HTTPS_PROXY, or exempt the host with NO_PROXY.';
  if (!URL.canParse(address))
    throw new NetworkError('HTTPS_PROXY is not an address', { hint, retryable: false });
  const name = new URL(address).host;
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  const agent = new HttpsProxyAgent(address);
  let status: number | undefined;
  agent.on('proxyConnect', (answer: { statusCode: number }) => {
    status = answer.statusCode;
  });
  return {
    agent,
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
