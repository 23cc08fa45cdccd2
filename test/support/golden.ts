import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type RunnerTestSuite } from 'vitest';
import { dataDirectory } from '../../src/paths.ts';
import type { Cell } from './emulator.ts';
import { type CliResult, runCli, type WorldOptions } from './world.ts';

const ROOT = fileURLToPath(new URL('../golden', import.meta.url));

/**
 * The golden files of one file of tests, in `test/golden/FOLDER/`. `npm run golden` rewrites them. Fails after a whole run of the
 * file if the folder has one that none of its tests has compared.
 */
export function goldenFolder(folder: string) {
  const directory = join(ROOT, folder);
  const matched = new Set<string>();
  // biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern here.
  afterAll(({}, file) => {
    if (isWhole(file)) expect(readdirSync(directory).filter((name) => !matched.has(name))).toEqual([]);
  });
  const fileOf = (name: string) => join(directory, `${name}.txt`);
  return {
    /** Fails unless the text is that of the golden file `NAME.txt`, byte by byte. */
    async matches(name: string, text: string): Promise<void> {
      matched.add(`${name}.txt`);
      await expect(text).toMatchFileSnapshot(fileOf(name));
    },
    /** The golden files that list command lines: the tests run them again, so a line `$ boards …` is a new case. */
    transcripts: readdirSync(directory)
      .map((name) => name.replace(/\.txt$/, ''))
      .filter((name) => readFileSync(fileOf(name), 'utf8').startsWith('$ boards')),
    commandLinesOf: (name: string) => commandLinesIn(readFileSync(fileOf(name), 'utf8')),
  };
}

/** Whether all tests were run: none was left out, as by `-t`. */
function isWhole({ tasks }: Readonly<RunnerTestSuite>): boolean {
  return tasks.every((task) => (task.type === 'suite' ? isWhole(task) : task.mode === 'run'));
}

/** The words behind each `$ boards`, of which some are in single quotes. */
function commandLinesIn(text: string): ReadonlyArray<ReadonlyArray<string>> {
  return [...text.matchAll(/^\$ boards(.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
      word.replace(/'([^']*)'|\\'/g, (_, part) => part ?? "'"),
    ),
  );
}

/** What a command line gives: its exit code, stdout and stderr, with control characters made visible. */
export function describeRun({ exitCode, stdout, stderr }: Run): string {
  return `exit ${exitCode}\n--- stdout\n${describeBytes(stdout)}--- stderr\n${describeBytes(stderr)}`;
}

interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Text whose every byte shows: control and format characters as `\\u{1b}`, and a missing line feed at its end in words. */
export function describeBytes(text: string): string {
  const visible = text.replace(
    /[^\n\P{C}]|[\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return visible === '' || visible.endsWith('\n') ? visible : `${visible}\n(no line feed at the end)\n`;
}

/**
 * A screen as text: its characters, then the style of each cell as a letter, then what each letter stands for. So a
 * difference in any cell is a difference in a line that a person can read.
 */
export function describeScreen(cells: ReadonlyArray<ReadonlyArray<Cell>>): string {
  const letters = new Map<string, string>([['', ' ']]);
  const letterOf = (style: string) => {
    const letter = letters.get(style) ?? String.fromCharCode('a'.charCodeAt(0) + letters.size - 1);
    letters.set(style, letter);
    return letter;
  };
  const text = cells.map((line) => line.map((cell) => cell.text).join(''));
  const styles = cells.map((line) => line.map((cell) => letterOf(styleOf(cell))).join(''));
  const legend = [...letters]
    .filter(([style]) => style !== '')
    .map(([style, letter]) => `${letter} ${style}`);
  return `${[...text, ...styles]
    .map((line) => line.trimEnd())
    .concat(legend)
    .join('\n')}\n`;
}

/** `bold, color 31`; empty for the default style. The colour of a blank does not show. */
function styleOf({ text, color, background, bold, dim, inverse, underline }: Cell): string {
  const isBlank = text.trim() === '';
  return [
    bold && !isBlank ? 'bold' : '',
    dim && !isBlank ? 'dim' : '',
    inverse ? 'inverse' : '',
    underline ? 'underline' : '',
    color !== null && !isBlank ? `color ${color}` : '',
    background === null ? '' : `background ${background}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Words, or one string without quoting. */
export type CommandLine = string | ReadonlyArray<string>;

/**
 * Command lines and what each gives, in blocks with `$ boards …` above them. A path that differs from run to run is shown as
 * the fixed one given for it; so is that of the config directory.
 */
export async function describeCommands(
  lines: ReadonlyArray<CommandLine>,
  options: WorldOptions = {},
  fixedPaths: Readonly<Record<string, string>> = {},
): Promise<string> {
  const blocks: Array<string> = [];
  for (const line of lines) blocks.push(describeResult(line, await runCli(line, options), fixedPaths));
  return blocks.join('\n');
}

/** One such block. */
export function describeResult(
  line: CommandLine,
  result: CliResult,
  fixedPaths: Readonly<Record<string, string>> = {},
): string {
  const { configDirectory, context } = result.world;
  // Each system has another directory for recordings.
  const data = dataDirectory({ ...context, env: {} });
  const paths = {
    ...fixedPaths,
    ...(data === null ? {} : { [data]: `${context.homeDirectory}/.local/state/ranked-boards` }),
    [configDirectory]: '/home/ann/config',
  };
  const text = Object.entries(paths).reduce(
    (before, [path, fixed]) => fixPath(before, path, fixed),
    describeRun(result),
  );
  return `$ boards${wordsOf(line).map(quoted).join('')}\n${text}`;
}

/** Shows a path, and what lies below it, as the fixed one. On Windows, JSON doubles each separator. */
export function fixPath(text: string, path: string, fixed: string): string {
  if (sep === '/') return text.replaceAll(path, fixed);
  const [before, ...parts] = text.replaceAll(JSON.stringify(path).slice(1, -1), path).split(path);
  const below = parts.map((part) =>
    part.replace(/^(?:\\{1,2}[\w.-]+)+/, (names) => names.replaceAll(/\\+/g, '/')),
  );
  return [before, ...below].join(fixed);
}

export function wordsOf(line: CommandLine): ReadonlyArray<string> {
  return typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
}

/** A word as a shell takes it, behind a blank. */
function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? ` ${word}` : ` '${word.replaceAll("'", `'\\''`)}'`;
}
