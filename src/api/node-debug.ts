import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';

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
