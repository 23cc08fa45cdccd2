import { describeTime } from '../parse-time.ts';
import type { Simulated } from '../service/snapshot.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Reading } from './ctx.ts';
import { formatMinute, formatTime, formatTimeWithZone } from './format.ts';
import { displayWidth } from './safe-text.ts';

/** Where data is from. Whatever is not live is labelled, in every format and at every width. */
export interface DataOrigin {
  readonly isSimulated: Simulated;
  readonly isRecorded: boolean;
}

interface DatedOrigin extends DataOrigin {
  readonly snapshot: { readonly asOfMilliseconds: number | null };
}

/** The time of data, to be shown at another time. */
interface LabelTime extends Reading {
  readonly asOf: number | null;
}

/** Label simulated data on stderr, and data that may be. */
const SIMULATED_DATA = 'SANDBOX: simulated data';
const UNKNOWN_ORIGIN = 'ORIGIN UNKNOWN: a file does not say whether its data is simulated';
/** From the longest to the shortest. */
const UNKNOWN_BADGES = [' ORIGIN UNKNOWN ', ' ORIGIN ? '] as const;
/** A line that is narrower has the shortest badge. */
const WIDTH_OF_LONG_BADGE = 60;
const TIME_OF_DAY = '10:15';

/** `SANDBOX: simulated data`, `RECORDED: data of 2026-11-20 10:15:02 EST`; nothing for live data. */
export function labelNotes(snapshots: ReadonlyArray<DatedOrigin>, zone: TimeZone): ReadonlyArray<string> {
  const recorded = snapshots.filter(({ isRecorded }) => isRecorded);
  const times = recorded.map(({ snapshot }) => snapshot.asOfMilliseconds ?? Number.NaN);
  const spans = [Math.min(...times), Math.max(...times)].map((time) =>
    Number.isFinite(time) ? describeTime(time, zone) : 'an unknown time',
  );
  return [
    ...(snapshots.some(({ isSimulated }) => isSimulated === true) ? [SIMULATED_DATA] : []),
    ...(snapshots.some(({ isSimulated }) => isSimulated === 'unknown') ? [UNKNOWN_ORIGIN] : []),
    ...(recorded.length === 0 ? [] : [`RECORDED: data of ${[...new Set(spans)].join(' to ')}`]),
  ];
}

/** ` SANDBOX ` for simulated data, ` ORIGIN UNKNOWN ` for what may be, for a line of a width; else empty. */
export function originBadge(isSimulated: Simulated, width: number): string {
  const badges = originBadges(isSimulated);
  return (width < WIDTH_OF_LONG_BADGE ? badges.at(-1) : badges[0]) ?? '';
}

/** From the longest to the shortest; empty for data of a service. */
function originBadges(isSimulated: Simulated): ReadonlyArray<string> {
  if (isSimulated === 'unknown') return UNKNOWN_BADGES;
  return isSimulated ? [' SANDBOX '] : [];
}

/** The badge on one line, ` RECORDED 10:15:02 EST · SANDBOX `, that fits the width; null if none does; empty for live data. */
export function badgeBeside(
  { isSimulated, isRecorded }: DataOrigin,
  time: LabelTime,
  width: number,
): string | null {
  if (!isRecorded) return originBadge(isSimulated, width);
  const origins = originBadges(isSimulated).map((badge) => ` ·${badge}`);
  const badges = (origins.length === 0 ? [' '] : origins).flatMap((end) =>
    timesOf(time).map((text) => ` RECORDED ${text}${end}`),
  );
  return badges.find((badge) => displayWidth(badge) <= width) ?? null;
}

/** The badge on lines of its own: RECORDED with as much of its time as fits, and its origin. */
export function badgeLines(origin: DataOrigin, time: LabelTime, width: number): ReadonlyArray<string> {
  const line = badgeBeside(origin, time, width);
  if (line !== null) return [line];
  const last = ` RECORDED ${minuteOf(time).slice(-TIME_OF_DAY.length)} `;
  const recorded = badgeBeside({ ...origin, isSimulated: false }, time, width) ?? last;
  return [recorded, ...originBadges(origin.isSimulated).slice(-1)];
}

/** From the longest to the shortest that names the day. */
function timesOf(time: LabelTime): ReadonlyArray<string> {
  return [formatTimeWithZone(time.asOf, time), formatTime(time.asOf, time), minuteOf(time)];
}

function minuteOf(time: LabelTime): string {
  return formatMinute(time.asOf, time);
}
