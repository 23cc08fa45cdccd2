import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

// Simulated time passes while a command loads modules, so load all of them before the tests. Vitest caches a
// module under the name by which it was imported; these are the names that the program uses.
for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts') && name !== 'main.ts') await import(`/src/${name.replaceAll(sep, '/')}`);
await import('conf');
await import('ora');
