import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, listDays } from '../../src/recording/directories.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { tryLink } from '../support/system.ts';

test('days are added across months and changes of the clocks', () => {
  expect([addDays('2026-03-01', -1), addDays('2026-03-08', 1), addDays('2026-11-30', 1)]).toEqual([
    '2026-02-28',
    '2026-03-09',
    '2026-12-01',
  ]);
});

test('day files are listed, the newest day first, and nothing else', async () => {
  const directory = temporaryDirectory();
  const write = (path: string) => {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), '{}\n');
  };
  for (const path of [
    '2026-06-02/swing.ndjson.gz',
    '2026-06-02/day.ndjson',
    '2026-06-02/day.ndjson.gz',
    '2026-06-03/day.ndjson',
    '2026-06-03/notes.txt',
    '2026-06-03/weekly.ndjson',
    '2026-06-03/day.ndjson.12.tmp',
    'older/day.ndjson',
    '2026-6-1/day.ndjson',
    'day.ndjson',
  ]) {
    write(path);
  }
  mkdirSync(join(directory, '2026-06-01', 'day.ndjson'), { recursive: true });
  tryLink(join(directory, '2026-06-03'), join(directory, '2026-06-04'));
  tryLink(join(directory, 'day.ndjson'), join(directory, '2026-06-03', 'swing.ndjson'));
  const listed = await listDays(directory);
  expect(listed.map(({ date, timeframe, isCompressed }) => [date, timeframe, isCompressed])).toEqual([
    ['2026-06-03', 'day', false],
    ['2026-06-02', 'day', true],
    ['2026-06-02', 'day', false],
    ['2026-06-02', 'swing', true],
  ]);
  expect(listed[0]?.path).toBe(join(directory, '2026-06-03', 'day.ndjson'));
});

test('a missing directory has no day files', async () => {
  const directory = temporaryDirectory();
  expect(await listDays(join(directory, 'missing'))).toEqual([]);
  writeFileSync(join(directory, 'file'), '');
  expect(await listDays(join(directory, 'file'))).toEqual([]);
});
