import { describeTime } from '../parse-time.ts';
import { formatMinute, formatTime, formatZone } from './format.ts';
import { displayWidth } from './safe-text.ts';

/** Where data is from. Whatever is not live is labelled, in every format and at every width. */
export interface DataOrigin {
  readonly isSimulated: boolean;
  readonly isRecorded: boolean;
}

interface DatedOrigin extends DataOrigin {
  readonly snapshot: { readonly asOfMilliseconds: number | null };
}

/** Labels simulated data on stderr. */
const SIMULATED_DATA = 'SANDBOX: simulated data';
export const SANDBOX_BADGE = ' SANDBOX ';
const TIME_OF_DAY = '10:15';

/** `SANDBOX: simulated data`, `RECORDED: data of 2026-11-20 10:15:02 EST`; nothing for live data. */
export function labelNotes(snapshots: ReadonlyArray<DatedOrigin>): ReadonlyArray<string> {
  const recorded = snapshots.filter(({ isRecorded }) => isRecorded);
  const times = recorded.map(({ snapshot }) => snapshot.asOfMilliseconds ?? Number.NaN);
  const spans = [Math.min(...times), Math.max(...times)].map((time) =>
    Number.isFinite(time) ? describeTime(time) : 'an unknown time',
  );
  return [
    ...(snapshots.some(({ isSimulated }) => isSimulated) ? [SIMULATED_DATA] : []),
    ...(recorded.length === 0 ? [] : [`RECORDED: data of ${[...new Set(spans)].join(' to ')}`]),
  ];
}

/** The badge on one line, ` RECORDED 10:15:02 EST · SANDBOX `, that fits the width; null if none does; empty for live data. */
export function badgeBeside(
  { isSimulated, isRecorded }: DataOrigin,
  asOf: number | null,
  nowMilliseconds: number,
  width: number,
): string | null {
  if (!isRecorded) return isSimulated ? SANDBOX_BADGE : '';
  const end = isSimulated ? ` ·${SANDBOX_BADGE}` : ' ';
  const badges = timesOf(asOf, nowMilliseconds).map((time) => ` RECORDED ${time}${end}`);
  return badges.find((badge) => displayWidth(badge) <= width) ?? null;
}

/** The badge of recorded data on lines of its own: RECORDED with as much of its time as fits, and SANDBOX. */
export function badgeLines(
  { isSimulated }: Pick<DataOrigin, 'isSimulated'>,
  asOf: number | null,
  nowMilliseconds: number,
  width: number,
): ReadonlyArray<string> {
  const origin = { isSimulated, isRecorded: true };
  const line = badgeBeside(origin, asOf, nowMilliseconds, width);
  if (line !== null) return [line];
  const last = ` RECORDED ${formatMinute(asOf, nowMilliseconds).slice(-TIME_OF_DAY.length)} `;
  const recorded = badgeBeside({ ...origin, isSimulated: false }, asOf, nowMilliseconds, width) ?? last;
  return [recorded, ...(isSimulated ? [SANDBOX_BADGE] : [])];
}

/** From the longest to the shortest that names the day. */
function timesOf(asOf: number | null, nowMilliseconds: number): ReadonlyArray<string> {
  const second = formatTime(asOf, nowMilliseconds);
  return [
    asOf === null ? second : `${second} ${formatZone(asOf)}`,
    second,
    formatMinute(asOf, nowMilliseconds),
  ];
}
