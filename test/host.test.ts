import { expect, test } from 'vitest';
import { createHost } from '../src/host.ts';

test.each([
  ['linux', -12],
  ['darwin', -12],
  // It has no process groups.
  ['win32', 12],
])('a hook is killed with all that it has started: %s', (platform, target) => {
  const killed: Array<unknown> = [];
  const kill = (id: number, signal: string) => killed.push([id, signal]);
  createHost({ platform, kill } as unknown as NodeJS.Process, '0.0.0').killGroup(12);
  expect(killed).toEqual([[target, 'SIGKILL']]);
});
