import { expect, test } from 'vitest';
import { styleFaultIn } from './support/world.ts';

test.each([
  ['hint: Run `boards login`.\n', null],
  ['hint: Run boards login.\n', 'hint: Run boards login.'],
  ['note: kept; boards --wide shows all\n', 'note: kept; boards --wide shows all'],
  ['hint: For example: `--port 8787`\n', 'hint: For example: `--port 8787`'],
  ['hint: For example: --port 8787\n', null],
  ['error: unknown command "boards top"\n', null],
  ['error: --sort is for boards, watch and replay\n', null],
  ['hint: Store it with `boards\n      login`.\n', null],
  ['debug: boards login\n', null],
])('the style of %j', (stderr, fault) => {
  expect(styleFaultIn(stderr)).toBe(fault);
});
