import { COMMANDS } from '../../src/commands/program.ts';

const COMMAND_LINE = new RegExp(`(?<![\\w/-])boards (?:--?\\w|(?:${Object.keys(COMMANDS).join('|')})\\b)`);
const LABEL = /^(?:error|hint|note): /;

/**
 * What the messages on stderr do not write as CONTRIBUTING.md wants it: a command line outside backticks, or an option alone inside
 * them; null if there is none. What the user typed, in double quotes, does not count.
 */
export function styleFaultIn(stderr: string): string | null {
  // On a terminal, the lines after the first are indented.
  const messages = stderr.replace(/\n {5,}(?=\S)/g, ' ').split('\n');
  for (const message of messages.filter((line) => LABEL.test(line))) {
    if (/`-/.test(message)) return message;
    if (COMMAND_LINE.test(message.replace(/`[^`]*`|"[^"]*"/g, ''))) return message;
  }
  return null;
}
