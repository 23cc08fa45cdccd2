import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type RunnerTestSuite } from 'vitest';
import { dataDirectory } from '../../src/settings/places.ts';
import { createTheme, type Theme } from '../../src/text/theme.ts';
import { type Cell, createEmulator } from './emulator.ts';
import { type CliResult, runCli, type WorldOptions } from './world.ts';

const ROOT = fileURLToPath(new URL('../golden', import.meta.url));

/** A whole run of the test file fails if `test/golden/FOLDER/` has a file that no test compared. */
export function goldenFolder(folder: string) {
  const directory = join(ROOT, folder);
  const matched = new Set<string>();
  // biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern here.
  afterAll(({}, file) => {
    if (ranAllTests(file)) expect(readdirSync(directory).filter((name) => !matched.has(name))).toEqual([]);
  });
  const fileOf = (name: string) => join(directory, `${name}.txt`);
  return {
    async matches(name: string, text: string): Promise<void> {
      matched.add(`${name}.txt`);
      await expect(text).toMatchFileSnapshot(fileOf(name));
    },
    /** A test runs these lines again, so a new line `$ boards …` in the file adds a case. */
    commandLinesOf: (name: string) => commandLinesIn(readFileSync(fileOf(name), 'utf8')),
  };
}

function ranAllTests({ tasks }: Readonly<RunnerTestSuite>): boolean {
  return tasks.every((task) => (task.type === 'suite' ? ranAllTests(task) : task.mode === 'run'));
}

/** Returns the words after each `$ boards`, without their single quotes. */
function commandLinesIn(text: string): ReadonlyArray<ReadonlyArray<string>> {
  return [...text.matchAll(/^\$ boards(.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
      word.replace(/'([^']*)'|\\'/g, (_, part) => part ?? "'"),
    ),
  );
}

function describeRun({ exitCode, stdout, stderr }: Run): string {
  return `exit ${exitCode}\n--- stdout\n${describeBytes(stdout)}--- stderr\n${describeBytes(stderr)}`;
}

interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Shows control and format characters as `\u{1b}`, and notes a missing line feed at the end. */
export function describeBytes(text: string): string {
  const visible = text.replace(
    /[^\n\P{C}]|[\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return visible === '' || visible.endsWith('\n') ? visible : `${visible}\n(no line feed at the end)\n`;
}

/** Roles with the same style share the letter of the first one. */
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

/** Draws under each line the letters of its styles. Throws if the theme lacks the style of a cell. */
export async function describeScreen(cells: ReadonlyArray<ReadonlyArray<Cell>>): Promise<string> {
  const letters = await createLetters();
  const lines = cells.flatMap((line) => {
    const text = line.map((cell) => cell.text).join('');
    const styles = line.map((cell) => letterOf(cell, letters)).join('');
    return [`| ${text}`, ...(styles.trim() === '' ? [] : [`  ${styles}`])];
  });
  return `${[LEGEND, ...lines].map((line) => line.trimEnd()).join('\n')}\n`;
}

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

/** Related rows are underlined in addition to their own style. */
function letterOf(cell: Cell, letters: ReadonlyMap<string, string>): string {
  if (cell.text.trim() === '') return letterOfBlank(cell);
  const style = styleOf({ ...cell, underline: false });
  const letter = letters.get(style);
  if (letter === undefined) throw new Error(`the theme has no role with the style of ${cell.text}: ${style}`);
  if (!cell.underline) return letter;
  return letter === ' ' ? '_' : letter.toUpperCase();
}

function letterOfBlank({ inverse, background, underline }: Cell): string {
  if (inverse) return 'i';
  if (background !== null) return 'w';
  return underline ? '_' : ' ';
}

/** Returns text like `bold, color 31`, or `''` for the default style. */
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

export type CommandLine = string | ReadonlyArray<string>;

/** `fixedPaths` replaces paths that differ from run to run; the config directory is always replaced. */
export async function describeCommands(
  lines: ReadonlyArray<CommandLine>,
  options: WorldOptions = {},
  fixedPaths: Readonly<Record<string, string>> = {},
): Promise<string> {
  const blocks: Array<string> = [];
  for (const line of lines) blocks.push(describeResult(line, await runCli(line, options), fixedPaths));
  return blocks.join('\n');
}

export function describeResult(
  line: CommandLine,
  result: CliResult,
  fixedPaths: Readonly<Record<string, string>> = {},
): string {
  const { configDirectory, context } = result.world;
  // The default directory for recordings depends on the system.
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

/** Replaces a path. On Windows, also replaces the separators of the path below it, which JSON doubles. */
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

function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? ` ${word}` : ` '${word.replaceAll("'", `'\\''`)}'`;
}

/** The widths from which on each text is shown, with single blanks and rules of one cell. */
export function describeWidths(texts: ReadonlyMap<number, string>): string {
  const found: Array<string> = [];
  for (const [width, text] of texts) {
    const shown = text.trim().replace(/([ ─])\1+/g, '$1');
    if (found.at(-1)?.endsWith(`: ${shown}`)) found.pop();
    found.push(`  from ${width}: ${shown}`);
  }
  return found.join('\n');
}
