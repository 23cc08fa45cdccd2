import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type RunnerTestSuite } from 'vitest';
import { dataDirectory } from '../../src/settings/places.ts';
import { createTheme, type Theme } from '../../src/text/theme.ts';
import { type Cell, createEmulator } from './emulator.ts';
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
    /** The command lines that a golden file lists: a test runs them again, so a line `$ boards …` is a new case. */
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
function describeRun({ exitCode, stdout, stderr }: Run): string {
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

/** A letter for each role of the theme; roles with the same codes share the first letter. */
const ROLE_LETTERS: ReadonlyArray<readonly [keyof Theme, string]> = [
  ['strong', 'b'],
  ['up', 'u'],
  ['down', 'd'],
  ['muted', 'm'],
  ['accent', 'a'],
  ['selected', 'i'],
  ['banner', 'w'],
];

const LEGEND =
  '(under a line its styles: b bold, u up, d down, m muted, a accent, i inverse, w warning; underlined: in capitals, or _)';

/**
 * A screen as a picture: each line behind `| `, and under it, where it has any style, a line with a letter for each cell. Throws
 * if the theme has no role with the style of a cell.
 */
export async function describeScreen(cells: ReadonlyArray<ReadonlyArray<Cell>>): Promise<string> {
  const letters = await createLetters();
  const lines = cells.flatMap((line) => {
    const text = line.map((cell) => cell.text).join('');
    const styles = line.map((cell) => letterOf(cell, letters)).join('');
    return [`| ${text}`, ...(styles.trim() === '' ? [] : [`  ${styles}`])];
  });
  return `${[LEGEND, ...lines].map((line) => line.trimEnd()).join('\n')}\n`;
}

/** The letters by style: of a terminal with 256 colours in the default palette, then of one without colours. */
async function createLetters(): Promise<ReadonlyMap<string, string>> {
  const themes = [createTheme('classic', 2), createTheme('classic', 'mono')];
  const roles = themes.flatMap((theme) =>
    ROLE_LETTERS.map(([role, letter]) => [theme[role], letter] as const),
  );
  const emulator = createEmulator({ columns: 1, rows: roles.length });
  await emulator.write(roles.map(([paint]) => paint('x')).join('\n'));
  const painted = emulator.cells().map(([cell]) => (cell === undefined ? '' : styleOf(cell)));
  const entries = roles.map(([, letter], index) => [painted[index] ?? '', letter] as const);
  return new Map([...entries.toReversed(), ['', ' ']]);
}

/** Underlining, that of related rows, is added to other styles. */
function letterOf(cell: Cell, letters: ReadonlyMap<string, string>): string {
  if (cell.text.trim() === '') return letterOfBlank(cell);
  const style = styleOf({ ...cell, underline: false });
  const letter = letters.get(style);
  if (letter === undefined) throw new Error(`the theme has no role with the style of ${cell.text}: ${style}`);
  if (!cell.underline) return letter;
  return letter === ' ' ? '_' : letter.toUpperCase();
}

/** Only the background and the underlining of a blank show. */
function letterOfBlank({ inverse, background, underline }: Cell): string {
  if (inverse) return 'i';
  if (background !== null) return 'w';
  return underline ? '_' : ' ';
}

/** `bold, color 31`; empty for the default style. */
function styleOf({ color, background, bold, dim, inverse, underline }: Cell): string {
  return [
    bold ? 'bold' : '',
    dim ? 'dim' : '',
    inverse ? 'inverse' : '',
    underline ? 'underline' : '',
    color === null ? '' : `color ${color}`,
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
