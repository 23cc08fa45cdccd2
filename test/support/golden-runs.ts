import { describeRun } from './golden.ts';
import { type CliResult, runCli, type WorldOptions } from './world.ts';

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
  const paths = Object.entries({ ...fixedPaths, [result.world.configDirectory]: '/home/ann/config' });
  const text = paths.reduce((before, [path, fixed]) => before.replaceAll(path, fixed), describeRun(result));
  return `$ boards${wordsOf(line).map(quoted).join('')}\n${text}`;
}

export function wordsOf(line: CommandLine): ReadonlyArray<string> {
  return typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
}

/** A word as a shell takes it, behind a blank. */
function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? ` ${word}` : ` '${word.replaceAll("'", `'\\''`)}'`;
}
