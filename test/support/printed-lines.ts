import { run } from '../../src/run.ts';
import type { World } from './world.ts';

const LABEL = /^(?:error|hint|note): /;

/** The messages on stderr, each in one line: on a terminal, their further lines are indented. JSON has them as fields. */
export function messagesIn(stderr: string): ReadonlyArray<string> {
  return stderr
    .replace(/\n {5,}(?=\S)/g, ' ')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('{"error":')) return LABEL.test(line) ? [line] : [];
      const { error } = JSON.parse(line);
      return [error.message, ...(error.hint ?? '').split('\n')];
    });
}

/** The command lines in messages: those in backticks, from the name of the program on. What the user typed is in double quotes. */
export function commandLinesIn(messages: ReadonlyArray<string>): ReadonlyArray<string> {
  const found = messages.flatMap((message) => [...message.matchAll(/"(?:[^"\\]|\\.)*"|`([^`]*)`/g)]);
  return found.map(([, line = '']) => line).filter((line) => /(?:^|\| |winpty )boards\b/.test(line));
}

/** Command lines that are not run, with the reason. */
const NOT_RUN: ReadonlyArray<readonly [RegExp, string]> = [
  [/…|\[redacted\]/, 'has a word that may be a key, which is not printed whole'],
  [/\.ndjson\b/, 'names a file of the user'],
  [/--notify\b/, 'needs a terminal'],
];

/** Errors that a command line may end with, because they are about data, time or options that the user typed. */
const OF_DATA = /has not come yet|not in (?:this snapshot|any timeframe)|never fires|is after the last/;

const outcomes = new Map<string, Promise<string | null>>();

/**
 * Says why a command line of a message does not work as it is printed; null if it works. The line is run once, in a world of its own.
 * A watch ends after the first snapshot, the sandbox at once.
 */
export function faultOf(line: string, createWorld: () => World): Promise<string | null> {
  const known = outcomes.get(line) ?? outcomeOf(line, createWorld);
  outcomes.set(line, known);
  return known;
}

async function outcomeOf(line: string, createWorld: () => World): Promise<string | null> {
  if (NOT_RUN.some(([pattern]) => pattern.test(line))) return null;
  const words = shellWords(line.replace(/^.*(?:\| |winpty )(?=boards\b)/, '').replace(/ < .*/, '')).slice(1);
  const [command = ''] = words.filter((word) => !word.startsWith('-'));
  const isEndless = ['watch', 'sandbox'].includes(command) && !words.includes('--help');
  const world = createWorld();
  const ended = run([...words, ...(isEndless ? (ENDS[command] ?? []) : [])], world.context);
  if (command === 'sandbox') setImmediate(() => world.stop('SIGINT'));
  const exitCode = await ended;
  const isFault = exitCode > 0 && exitCode < 4 && !OF_DATA.test(world.stderr());
  return isFault ? `\`${line}\` exits with ${exitCode}: ${world.stderr()}` : null;
}

const ENDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  watch: ['--count', '1'],
  sandbox: ['--port', '0'],
};

/** The words of a command line as a shell takes them: some are in single or double quotes. */
export function shellWords(line: string): ReadonlyArray<string> {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(')/g, (_, single, double, escaped) => single ?? double ?? escaped),
  );
}
