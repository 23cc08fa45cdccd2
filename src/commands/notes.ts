import type { DataOptions } from '../cli/options.ts';
import { type Context, variable } from '../context.ts';
import { shownText } from '../text/ascii.ts';
import { labelNotes } from '../text/label.ts';
import { renderMessage } from '../text/message.ts';
import type { TimeZone } from '../time.ts';

/** Prints notes for the user to stderr. */
export interface Notes {
  /** Prints nothing with `--quiet`. */
  readonly note: (text: string) => void;
  /** Prints the note even with `--quiet`. */
  readonly noteAlways: (text: string) => void;
}

export function createNotes(options: Pick<DataOptions, 'quiet' | 'json'>, context: Context): Notes {
  const noteAlways = (text: string) => writeNote(text, context, options);
  return { noteAlways, note: options.quiet === true ? () => undefined : noteAlways };
}

/** Writes the lines of `--debug` to stderr, or returns undefined without it. */
export function debugWriter(
  { debug }: { readonly debug?: boolean },
  { stderr, env }: Context,
): ((line: string) => void) | undefined {
  return debug === true ? (line) => stderr.write(shownText(`debug: ${line}\n`, env)) : undefined;
}

/** With `--json` a note is one line, on a terminal too. */
function writeNote(text: string, { stderr, env }: Context, { json }: Pick<DataOptions, 'json'> = {}): void {
  stderr.write(renderMessage(text, { label: 'note: ', isOneLine: json }, stderr, env));
}

/** Notes that a variable, if the setting has one and it is set, overrides what was stored. */
export function noteOverride(
  name: string | undefined,
  what: string,
  note: Notes['note'],
  { env }: Pick<Context, 'env'>,
): void {
  if (name !== undefined && variable(name, env) !== undefined)
    note(`${name} is set and overrides the stored ${what}`);
}

/** Labels simulated and recorded data on stderr, even with `--quiet`, because machine-readable formats have no label. */
export function noteOrigin(
  snapshots: Parameters<typeof labelNotes>[0],
  { noteAlways }: Pick<Notes, 'noteAlways'>,
  zone: TimeZone,
): void {
  labelNotes(snapshots, zone).forEach(noteAlways);
}
