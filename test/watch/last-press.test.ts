import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPressFile } from '../../src/watch/last-press.ts';
import { temporaryDirectory } from '../support/directories.ts';

const NOW = Date.parse('2026-06-03T14:30:00.000Z');

test.each([
  ['2026-06-03T14:30:00.000Z', '2026-06-03T14:32:00.000Z', true],
  ['2026-06-03T14:30:00.001Z', '2026-06-03T14:30:00.000Z', false],
  ['2026-06-03T14:30:00.000Z', '2026-06-03T14:32:00.001Z', false],
])('a press at %s with a snapshot of %s counts at half past two: %s', async (pressedAt, asOf, isValid) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'last-key-press.json'), JSON.stringify({ pressedAt, asOf }));
  const press = await createPressFile(directory, { now: () => NOW }).read();
  expect(press).toEqual(isValid ? { at: Date.parse(pressedAt), time: Date.parse(asOf) } : null);
});

test.each([
  [1000, true],
  [1001, false],
])('a file of %i bytes is read: %s', async (bytes, isRead) => {
  const directory = temporaryDirectory();
  const json = JSON.stringify({ pressedAt: '2026-06-03T14:00:00.000Z', asOf: null });
  writeFileSync(join(directory, 'last-key-press.json'), json.padEnd(bytes));
  const press = await createPressFile(directory, { now: () => NOW }).read();
  expect(press !== null).toBe(isRead);
});
