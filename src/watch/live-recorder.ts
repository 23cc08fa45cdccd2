import { existsSync } from 'node:fs';
import type { Clock } from '../context.ts';
import { renderJson } from '../output/json.ts';
import { serviceDirectory, simulatedDirectory } from '../recording/days.ts';
import type { KeptDays } from '../recording/maintenance.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { renderMessage } from '../text/message.ts';
import type { SnapshotEvent } from './feed.ts';
import type { RecorderEvents, Watch } from './source.ts';

/** What of a watch is recorded, and where. */
interface RecordingPlan extends KeptDays {
  /** The data directory. */
  readonly parent: string;
  /** That of the service; null for the embedded sandbox. */
  readonly baseUrl: string | null;
  /** Whether simulated snapshots are recorded too: apart from real ones. */
  readonly hasSimulated: boolean;
  /** Nobody has asked for it. */
  readonly isDefault: boolean;
  readonly clock: Clock;
}

/** Opens a recorder for each origin of data when its first snapshot arrives. */
export async function openRecorder(plan: RecordingPlan, events: RecorderEvents): Promise<Recorder> {
  const { parent, baseUrl, hasSimulated, isDefault } = plan;
  const { createRecorder } = await import('../recording/recorder.ts');
  const recorders = new Map<string, Recorder>();
  const render = ({ raw }: Snapshot) => renderJson(raw, false);
  let isFirst = false;
  return {
    append(snapshot) {
      if (snapshot.isSimulated && !hasSimulated) return null;
      const isReal = baseUrl !== null && !snapshot.isSimulated;
      const directory = isReal ? serviceDirectory(parent, baseUrl) : simulatedDirectory(parent, baseUrl);
      const options = { ...plan, directory, note: events.note, render };
      const recorder = recorders.get(directory) ?? createRecorder(options);
      recorders.set(directory, recorder);
      isFirst ||= isDefault && !existsSync(parent);
      const isRecorded = recorder.append(snapshot);
      if (isFirst && isRecorded === true) {
        isFirst = false;
        events.begin?.(parent, plan.defaultDays ?? 0);
      }
      // Nobody waits for what was not asked for.
      return isDefault ? null : isRecorded;
    },
    close() {
      for (const recorder of recorders.values()) recorder.close();
    },
  };
}

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
