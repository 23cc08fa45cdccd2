import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUpAfterFile } from './after-file.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

// Simulated time passes while a command loads what it needs, so all of the program is loaded before the tests.
for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts') && name !== 'main.ts') await import(join(SOURCES, name));

cleanUpAfterFile();
