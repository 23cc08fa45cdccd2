import { renderMessage } from '../text/message.ts';
import type { SnapshotEvent } from './feed.ts';
import type { Watch } from './source.ts';

/** `setRecorded`: whether the last snapshot that was to be recorded was: null, or the milliseconds from the first one that was not. */
export async function openLiveRecorder(
  { source, context }: Watch,
  pane: { showNotice(text: string): void; setRecorded(lost: number | null): void },
) {
  const notes = new Set<string>();
  let beginning = '';
  const recorder = await source.openRecorder?.({
    note(text) {
      notes.add(text);
      pane.showNotice(text);
    },
    begin(directory, days) {
      const kept = `kept ${days} days`;
      beginning = `Recorded to ${directory}, ${kept}. Off: boards config set record off`;
      pane.showNotice(`recording, ${kept}; boards status says where`);
    },
  });
  let lostSince: number | null = null;
  return {
    append(event: SnapshotEvent) {
      const isRecorded = recorder?.append(event) ?? null;
      const { asOfMilliseconds: asOf } = event.snapshot;
      if (isRecorded === null || asOf === null) return;
      lostSince = isRecorded ? null : Math.min(lostSince ?? asOf, asOf);
      pane.setRecorded(lostSince === null ? null : asOf - lostSince);
    },
    close: () => recorder?.close(),
    /** Writes to stderr, after the pane is closed, what the user may not have seen in it. */
    note() {
      for (const text of notes) source.noteAlways(text);
      const { stderr, env } = context;
      if (beginning !== '') stderr.write(renderMessage(beginning, { label: '' }, stderr, env));
    },
  };
}
