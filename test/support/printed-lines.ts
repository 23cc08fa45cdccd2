import { run } from '../../src/run.ts';
import type { World } from './world.ts';

const LABEL = /^(?:error|hint|note): /;

/** Joins the lines of a message. Reads JSON errors, too: `message` and `hint`. */
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

/** Finds command lines in backticks, and skips double quotes, which contain the user's words. */
export function commandLinesIn(messages: ReadonlyArray<string>): ReadonlyArray<string> {
  const found = messages.flatMap((message) => [...message.matchAll(/"(?:[^"\\]|\\.)*"|`([^`]*)`/g)]);
  return found.map(([, line = '']) => line).filter((line) => /(?:^|\| |winpty )boards\b/.test(line));
}

const NOT_RUN: ReadonlyArray<readonly [RegExp, string]> = [
  [/…|\[redacted\]/, 'has a word that may be a key, which is not printed whole'],
  [/\.ndjson\b/, 'names a file of the user'],
  [/--notify\b/, 'needs a terminal'],
];

/** A suggested command may fail with these errors, which depend on data, time or the user's options. */
const ALLOWED_ERRORS =
  /has not come yet|not in (?:this snapshot|any timeframe)|never fires|is after the last/;

const outcomes = new Map<string, Promise<string | null>>();

/** Runs a suggested command line once, in a new world. Returns the reason if it fails, else null. */
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
  const isFault = exitCode > 0 && exitCode < 4 && !ALLOWED_ERRORS.test(world.stderr());
  return isFault ? `\`${line}\` exits with ${exitCode}: ${world.stderr()}` : null;
}

const ENDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  watch: ['--count', '1'],
  sandbox: ['--port', '0'],
};

export function shellWords(line: string): ReadonlyArray<string> {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(')/g, (_, single, double, escaped) => single ?? double ?? escaped),
  );
}
