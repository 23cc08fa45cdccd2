import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DayFile, listDays } from '../../src/recording/directories.ts';
import { openPast } from '../../src/recording/read.ts';
import { bodyOf, rowOf } from './snapshots.ts';

/** A line of a recording without its line feed: a snapshot with one board of that many rows. */
export function lineOf(asOf: string, rows = 1, fields: { readonly [key: string]: unknown } = {}): string {
  const movers = Array.from({ length: rows }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}` }));
  return JSON.stringify(bodyOf({ asOf, boards: { movers }, ...fields }));
}

/** Options that count bad lines. */
export function countSkipped() {
  let count = 0;
  const onSkipped = () => {
    count++;
  };
  return { onSkipped, count: () => count };
}

/** Writes a file of a recording: texts with a line feed behind each, or bytes as they are; `.gz` names are compressed. */
export function writeRecording(
  directory: string,
  name: string,
  content: ReadonlyArray<string> | Uint8Array,
): DayFile {
  const bytes =
    content instanceof Uint8Array ? content : Buffer.from(content.map((line) => `${line}\n`).join(''));
  const path = join(directory, name);
  const isCompressed = name.endsWith('.gz');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, isCompressed ? gzipSync(bytes) : bytes);
  return { date: dirname(name), timeframe: 'day', path, isCompressed };
}

export const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** The lines of all day files below a directory, which may not exist yet, in order. */
export function recordedLines(directory: string): ReadonlyArray<string> {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ndjson'));
  return files.flatMap((name) => linesOf(readFileSync(join(directory, name), 'utf8'))).sort();
}

/** What is recorded in a directory. */
export async function pastIn(directory: string, options: Parameters<typeof openPast>[1] = {}) {
  return openPast({ isSimulated: false, files: await listDays(directory) }, options);
}

/** All of what an iterable gives. */
export async function collect<T>(items: AsyncIterable<T>): Promise<ReadonlyArray<T>> {
  const all: Array<T> = [];
  for await (const item of items) all.push(item);
  return all;
}
