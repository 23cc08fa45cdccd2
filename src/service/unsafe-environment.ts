import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';
import { isLoopback } from '../url-host.ts';

/** Sections of NODE_DEBUG that make Node print request headers, or what it reads from stdin. */
const KEY_PRINTING_SECTIONS = ['HTTP', 'HTTPS', 'NET', 'TLS', 'STREAM'];

/** Throws ConfigError if NODE_DEBUG makes Node print the key to stderr. */
export function rejectNodeDebug(env: Context['env']): void {
  const sections = variable('NODE_DEBUG', env);
  if (sections === undefined) return;
  // Parsed as in Node (lib/internal/util/debuglog.js).
  const pattern = sections
    .replace(/[|\\{}()[\]^$+?.]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll(',', '$|^');
  const names = new RegExp(`^${pattern}$`, 'i');
  if (!KEY_PRINTING_SECTIONS.some((section) => names.test(section))) return;
  throw new ConfigError('NODE_DEBUG makes Node print the key; the key is not sent', {
    hint: 'Unset NODE_DEBUG. To see requests without the key, use --debug.',
  });
}

/** Throws ConfigError if the key would be sent to a host whose certificate is not checked. */
export function rejectUncheckedTls(baseUrl: string, env: Context['env']): void {
  if (variable('NODE_TLS_REJECT_UNAUTHORIZED', env) !== '0' || isLoopback(new URL(baseUrl).hostname)) return;
  throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks; the key is not sent', {
    hint: 'Unset it. To use your own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.',
  });
}
