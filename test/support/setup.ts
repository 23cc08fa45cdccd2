import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { SEED } from '../fuzz/runs.ts';
import { cleanUpAfterFile } from './after-file.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

// Simulated time passes while a command loads what it needs, so all of the program is loaded before the tests.
for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts') && name !== 'main.ts') await import(join(SOURCES, name));

fc.configureGlobal({ seed: SEED });
cleanUpAfterFile();
