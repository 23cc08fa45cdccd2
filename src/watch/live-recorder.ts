import { formatSpan } from '../text/age.ts';
import { MINUTE_MS } from '../time-units.ts';
import type { SnapshotEvent } from './feed-event.ts';
import type { Watch } from './source.ts';

/** What a pane leaves behind: recordings, if they are on, and otherwise a word on how to keep its snapshots. */
export interface LiveRecorder {
  /** Returns whether it was recorded; null if nothing is to be. */
  append(event: SnapshotEvent): boolean | null;
  close(): void;
  /** Notes to stderr, after the pane is closed: what went wrong, and after `q`, what was lost. */
  note(hasQuit: boolean): void;
}

/** A shorter watch is not worth a word when it ends. */
const MIN_SPAN_MS = 30 * MINUTE_MS;

/** `showNotice` tells the user of a problem at once; the notes repeat it, in case the notice was not seen. */
export async function openLiveRecorder(
  { source }: Watch,
  showNotice: (text: string) => void,
): Promise<LiveRecorder> {
  const problems: Array<string> = [];
  const recorder = await source.openRecorder?.((text) => {
    problems.push(text);
    showNotice(text);
  });
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    append(event) {
      const { asOfMilliseconds: asOf } = event.snapshot;
      if (asOf !== null && !event.isSimulated) {
        first = Math.min(first, asOf);
        last = Math.max(last, asOf);
      }
      return recorder?.append(event) ?? null;
    },
    close: () => recorder?.close(),
    note(hasQuit) {
      problems.forEach(source.noteAlways);
      const span = last - first;
      if (hasQuit && source.offersRecording && span > MIN_SPAN_MS) source.note(howToKeep(span));
    },
  };
}

function howToKeep(span: number): string {
  return `${formatSpan(span)} of snapshots were in memory only; \`boards watch --record\` keeps them`;
}
