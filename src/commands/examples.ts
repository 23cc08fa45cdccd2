import type { Command } from 'commander';

/** Puts command lines, and what each of them does, at the end of a command's help. */
export function addExamples(command: Command, examples: Readonly<Record<string, string>>): Command {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const lines = Object.entries(examples).map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
}
