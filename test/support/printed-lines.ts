import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { runCli } from './world.ts';

/** Command lines that a text prints to be run one after the other, such as those of one code block. */
export interface PrintedBlock {
  /** Where they are printed, for the names of tests. */
  readonly source: string;
  readonly lines: ReadonlyArray<string>;
}

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** A line of a help page that is a command line: indented by two spaces. */
const INDENTED_COMMAND = /^ {2}(?=(?:boards|duckdb|gzip|jq|pass)(?:[ ,]|$))/;
/** `<value>`, `[options]`, `list·get` and `…` stand for something that the reader chooses. */
const PLACEHOLDER = /<\S+>|\[|…|·|\$\{/;

const DOCUMENTS = ['README.md', 'docs/pane.md', 'docs/troubleshooting.md'];

/** The `sh` blocks of README and its pages, the command lines in their `tmux` blocks, and `boards …` in their text. */
export function linesOfDocuments(): ReadonlyArray<PrintedBlock> {
  return DOCUMENTS.flatMap((name) => linesOfDocument(name));
}

function linesOfDocument(name: string): ReadonlyArray<PrintedBlock> {
  const text = read(name);
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
    completeCommands(block.trimEnd().split('\n')),
  );
  const tmux = [...text.matchAll(/^```tmux\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    [...block.matchAll(/#\((.*)\)/g)].map(([, line = '']) => [line]),
  );
  const inText = codeSpans(text.replace(/^```.*?^```/gms, ''));
  return [...blocks, ...tmux, ...inText.map((line) => [line])].map((lines) => ({ source: name, lines }));
}

/** The examples of the help of the program and of each command, with what it says to install. */
export async function linesOfHelp(program: Command): Promise<ReadonlyArray<PrintedBlock>> {
  const pages = await Promise.all(
    pathsOf(program).map(async (path) => {
      const { stdout } = await runCli([...path, '--help']);
      const source = ['boards', ...path, '--help'].join(' ');
      return [...commandsOfPage(stdout), ...installLines(stdout)].map((line) => ({ source, lines: [line] }));
    }),
  );
  return pages.flat();
}

/** The command lines on the pages of `boards help <topic>`. */
export async function linesOfTopics(topics: ReadonlyArray<string>): Promise<ReadonlyArray<PrintedBlock>> {
  const pages = await Promise.all(
    topics.map(async (topic) => {
      const { stdout } = await runCli(['help', topic]);
      return commandsOfPage(stdout).map((line) => ({ source: `boards help ${topic}`, lines: [line] }));
    }),
  );
  return pages.flat();
}

/** The whole command lines in messages: in backticks, or after a colon at the end of a text. Comments are left out. */
export function linesOfMessages(): ReadonlyArray<PrintedBlock> {
  const files = readdirSync(new URL('src/', ROOT), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => read(`src/${file}`).split('\n'))
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n')
    .replaceAll('\\`', '`');
  const atEnd = [...code.matchAll(/: (boards(?: [-\w.,:]+)*)['`]/g)].map(([, line = '']) => line);
  return [...codeSpans(code), ...atEnd]
    .filter(isWhole)
    .map((line) => ({ source: 'a message', lines: [line] }));
}

/** The command lines that the hints of an error, or the last lines of an output, print. */
export function linesOfOutput(source: string, output: string): ReadonlyArray<PrintedBlock> {
  const found = [...output.matchAll(/(?:: |`)(boards\b[^`·\n]*)/g)].map(([, line = '']) => line.trim());
  return found.filter(isWhole).map((line) => ({ source, lines: [line] }));
}

/** The command lines in the examples of the manual page. */
export function linesOfManual(): ReadonlyArray<PrintedBlock> {
  const [, examples = ''] = /^\.SH "EXAMPLES"\n(.*?)^\.SH /ms.exec(read('completions/boards.1')) ?? [];
  const lines = [...examples.matchAll(/^\.B "(.*)"$/gm)].map(([, text = '']) =>
    text
      .replaceAll('\\:', '')
      .replaceAll('\\-', '-')
      .replaceAll('\\(aq', "'")
      .replaceAll('\\(ti', '~')
      .replaceAll('\\(dq', '"'),
  );
  return lines.map((line) => ({ source: 'the manual page', lines: [line] }));
}

function pathsOf(command: Command, before: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> {
  return [before, ...command.commands.flatMap((child) => pathsOf(child, [...before, child.name()]))];
}

/** The command lines of a help page, without what stands beside them. */
function commandsOfPage(page: string): ReadonlyArray<string> {
  return page.split(/\n\n|Examples:\n/).flatMap((paragraph) => {
    const lines = paragraph.split('\n');
    // Where descriptions begin: the widest command line may have only one space before its own.
    const column = Math.max(...lines.filter((line) => INDENTED_COMMAND.test(line)).map(descriptionStart));
    return lines.flatMap((line, index) => {
      if (!INDENTED_COMMAND.test(line)) return [];
      const label = column === 0 ? line : line.slice(0, column);
      return firstCommand([label, ...lines.slice(index + 1)]).split(/, (?=boards )/);
    });
  });
}

/** `boards completion --help`: a shell, and the command line to install its script. */
function installLines(page: string): ReadonlyArray<string> {
  const [, section = ''] = page.split('To install:\n');
  return [...section.matchAll(/^ {2}[a-z]+ {2,}(\S.*)$/gm)].map(([, line = '']) => line);
}

/** Where the text beside a command line begins; 0 without one. */
function descriptionStart(line: string): number {
  const [label] = /^ {2}\S.*? {2,}(?=\S)/.exec(line) ?? [];
  return label?.length ?? 0;
}

/** The complete commands of a block: lines are joined until the shell accepts them. */
function completeCommands(lines: ReadonlyArray<string>): ReadonlyArray<string> {
  const first = firstCommand(lines);
  const rest = lines.slice(first.split('\n').length);
  return rest.length === 0 ? [first] : [first, ...completeCommands(rest)];
}

/** The first lines, as many as the shell needs to accept them. Throws if all are too few. */
function firstCommand(lines: ReadonlyArray<string>): string {
  const counts = lines.map((_, index) => index + 1);
  const count = counts.find(
    (each) => spawnSync('bash', ['-n', '-c', lines.slice(0, each).join('\n')]).status === 0,
  );
  if (count === undefined) throw new Error(`not a command line: ${lines[0]}`);
  return lines.slice(0, count).join('\n').trim();
}

/** Whole command lines in backticks, which may be wrapped. */
function codeSpans(text: string): ReadonlyArray<string> {
  return [...text.matchAll(/`(boards(?:\s[^`]+)?)`/g)]
    .map(([, line = '']) => line.replaceAll(/\s+/g, ' '))
    .filter(isWhole);
}

function isWhole(line: string): boolean {
  return !PLACEHOLDER.test(line);
}
