import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';

/** Parts of Node that print the headers of a request, those below them, and what is read from stdin. */
const TELLING_SECTIONS = ['HTTP', 'HTTPS', 'NET', 'TLS', 'STREAM'];

/** Throws ConfigError where NODE_DEBUG has Node print the key to stderr: names in any case, with commas and `*`. */
export function refuseDebugOutput(env: Context['env']): void {
  const sections = variable('NODE_DEBUG', env);
  if (sections === undefined) return;
  // As Node reads it (lib/internal/util/debuglog.js).
  const pattern = sections
    .replace(/[|\\{}()[\]^$+?.]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll(',', '$|^');
  const names = new RegExp(`^${pattern}$`, 'i');
  if (!TELLING_SECTIONS.some((section) => names.test(section))) return;
  throw new ConfigError('NODE_DEBUG makes Node print the key; the key is not sent', {
    hint: 'Unset NODE_DEBUG. To see requests without the key, use --debug.',
  });
}
