import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

// Simulated time passes while a command loads what it needs, so all of the program is loaded before the tests. Each worker
// evaluates this module once, and the setup file before each file of tests. Vitest keeps a module under the name by which it
// was imported, and fetches it again under any other: so these are the names that the imports of the program have.
for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts') && name !== 'main.ts') await import(`/src/${name.replaceAll(sep, '/')}`);
await import('conf');
await import('ora');
