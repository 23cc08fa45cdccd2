import { describeTime, type Reading, type TimeZone } from '../lib/time.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import { timeTexts } from '../text/format.ts';
import { fitText, wrapWords } from '../text/lines.ts';
import type { Style } from '../text/style.ts';

/** Every output labels data that is not live, whatever its format and width. */
export interface DataOrigin {
  readonly isSimulated: Simulated;
  readonly isRecorded?: boolean | undefined;
}

const RECORDED = 'RECORDED';
const SANDBOX = 'SANDBOX';
const UNKNOWN_ORIGIN = 'ORIGIN UNKNOWN';
/** The same in a pane that is too narrow for it. */
export const SHORT_UNKNOWN_ORIGIN = 'ORIGIN ?';

export function labelNotes(
  snapshots: ReadonlyArray<DataOrigin & { readonly snapshot: Pick<Snapshot, 'time'> }>,
  zone: TimeZone,
): ReadonlyArray<string> {
  const recorded = snapshots.filter(({ isRecorded }) => isRecorded);
  const times = recorded.map(({ snapshot }) => snapshot.time ?? NaN);
  const spans = [Math.min(...times), Math.max(...times)].map((time) =>
    Number.isFinite(time) ? describeTime(time, zone) : 'an unknown time',
  );
  return [
    ...(snapshots.some(({ isSimulated }) => isSimulated === true) ? [`${SANDBOX}: simulated data`] : []),
    ...(snapshots.some(({ isSimulated }) => isSimulated === 'unknown')
      ? [`${UNKNOWN_ORIGIN}: the file does not say whether its data is simulated`]
      : []),
    ...(recorded.length === 0 ? [] : [`${RECORDED}: data from ${[...new Set(spans)].join(' to ')}`]),
  ];
}

export function labelWords({ isSimulated, isRecorded }: DataOrigin): ReadonlyArray<string> {
  const origin = isSimulated === 'unknown' ? [UNKNOWN_ORIGIN] : isSimulated ? [SANDBOX] : [];
  return isRecorded ? [RECORDED, ...origin] : origin;
}

/** Longest first: `RECORDED 10:15:02 EST · SANDBOX`; empty for live data. */
export function labelTexts(
  { isSimulated, isRecorded }: DataOrigin,
  time: number | null,
  reading: Reading,
): ReadonlyArray<string> {
  const origin = labelWords({ isSimulated });
  if (!isRecorded) return [origin.join('')];
  return timeTexts(time, reading).map((text) => [`${RECORDED} ${text}`, ...origin].join(' · '));
}

/** Shortens the time in the label until it fits; returns nothing for live data. */
export function labelLines(origin: DataOrigin, time: number | null, style: Style): ReadonlyArray<string> {
  const room = style.width - 2;
  const text = fitText(room, ...labelTexts(origin, time, style).map(style.theme.glyphs));
  return text === '' ? [] : wrapWords(text, room).map((line) => ` ${line} `);
}
