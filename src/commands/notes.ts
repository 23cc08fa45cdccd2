import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { missingBoards } from '../market/selection.ts';
import { describeMissingBoards, noSuchBoards } from '../output/notes.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { shownText } from '../text/ascii.ts';
import { labelNotes } from '../text/label.ts';
import { renderMessage } from '../text/message.ts';
import type { TimeZone } from '../time-zone.ts';

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

/**
 * Notes the requested boards that a snapshot does not have, and the boards that it has. Throws UsageError if none of the
 * snapshots has any of them.
 */
export function noteMissingBoards(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  boards: ReadonlyArray<string> | undefined,
  note: (text: string) => void,
): void {
  if (boards === undefined) return;
  const found = snapshots.map(({ timeframe, snapshot }) => ({
    where: snapshots.length > 1 ? `the ${timeframe} snapshot` : 'this snapshot',
    missing: missingBoards(snapshot, { boards }),
    present: snapshot.boards,
  }));
  const [first, ...others] = found;
  if (first !== undefined && found.every(({ missing }) => missing.length === boards.length)) {
    const present = found.flatMap((each) => each.present);
    const where = others.length === 0 ? first.where : 'any of these timeframes';
    throw noSuchBoards({ where, missing: boards, present });
  }
  for (const each of found) if (each.missing.length > 0) note(describeMissingBoards(each));
}

/** Labels simulated and recorded data on stderr, even with `--quiet`, because machine-readable formats have no label. */
export function noteOrigin(
  snapshots: Parameters<typeof labelNotes>[0],
  { noteAlways }: Pick<Notes, 'noteAlways'>,
  zone: TimeZone,
): void {
  labelNotes(snapshots, zone).forEach(noteAlways);
}
