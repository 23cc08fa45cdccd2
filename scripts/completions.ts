import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../src/commands/program.ts';
import { createWorld } from '../test/support/world.ts';
import { generateCompletions } from './generators/completions.ts';

const program = await createProgram(createWorld({ platform: 'linux' }).context);
for (const [name, text] of Object.entries(generateCompletions(program))) {
  writeFileSync(fileURLToPath(new URL(`../../completions/${name}`, import.meta.url)), text);
}
