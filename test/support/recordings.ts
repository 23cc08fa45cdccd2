import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DayFile, listDays } from '../../src/recording/directories.ts';
import { openPast } from '../../src/recording/read.ts';
import { bodyOf, rowOf } from './snapshots.ts';

/** Returns a line of a recording, without the line feed. */
export function lineOf(asOf: string, rows = 1, fields: { readonly [key: string]: unknown } = {}): string {
  const movers = Array.from({ length: rows }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}` }));
  return JSON.stringify(bodyOf({ asOf, boards: { movers }, ...fields }));
}

export function countSkipped() {
  let count = 0;
  const onSkipped = () => {
    count++;
  };
  return { onSkipped, count: () => count };
}

/** Writes lines, each with a line feed, or bytes. Compresses them if the name ends in `.gz`. */
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

/** Returns nothing if the directory does not exist. */
export function recordedLines(directory: string): ReadonlyArray<string> {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ndjson'));
  return files.flatMap((name) => linesOf(readFileSync(join(directory, name), 'utf8'))).sort();
}

export async function pastIn(directory: string, options: Parameters<typeof openPast>[1] = {}) {
  return openPast({ isSimulated: false, files: await listDays(directory) }, options);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<ReadonlyArray<T>> {
  const all: Array<T> = [];
  for await (const item of items) all.push(item);
  return all;
}
