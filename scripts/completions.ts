import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../src/commands/program.ts';
import { createWorld } from '../test/support/world.ts';
import { generateCompletions } from './generators/completions.ts';
import { renderManual } from './generators/manual.ts';

const program = await createProgram(createWorld({ platform: 'linux' }).context);
const write = (path: string, text: string) =>
  writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text);
for (const [name, text] of Object.entries(generateCompletions(program))) write(`completions/${name}`, text);
write('docs/man/boards.1', renderManual(program));
