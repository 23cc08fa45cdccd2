import type { TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import { missingBoards } from '../../model/selection.ts';
import { describeMissingBoards } from '../../view/notes.ts';
import { cleanText } from '../../view/safe-text.ts';
import type { DataOptions } from './options.ts';

/** Lines for a person, on stderr. */
export interface Notes {
  /** Dropped with `--quiet`. */
  readonly note: (text: string) => void;
  /** For what is said with `--quiet` too. */
  readonly label: (text: string) => void;
}

export function createNotes({ quiet }: Pick<DataOptions, 'quiet'>, context: Context): Notes {
  const label = (text: string) => writeNote(text, context);
  return { label, note: quiet === true ? () => undefined : label };
}

export function writeNote(text: string, { stderr }: Context): void {
  stderr.write(`note: ${cleanText(text)}\n`);
}

/** Notes which boards were asked for that a snapshot lacks, and which it has. */
export function noteMissingBoards(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  boards: ReadonlyArray<string> | undefined,
  note: (text: string) => void,
): void {
  for (const { timeframe, snapshot } of snapshots) {
    const missing = missingBoards(snapshot, { boards });
    if (missing.length === 0 || boards === undefined) continue;
    const where = snapshots.length > 1 ? `the ${timeframe} snapshot` : 'this snapshot';
    note(describeMissingBoards({ where, missing, requested: boards, present: snapshot.boards }));
  }
}

/** Machine formats carry no label, so that stderr does, with `--quiet` too. */
export function noteSandbox(
  snapshots: ReadonlyArray<{ readonly isSimulated: boolean }>,
  { label }: Notes,
): void {
  if (snapshots.some(({ isSimulated }) => isSimulated)) label('SANDBOX: simulated data');
}
