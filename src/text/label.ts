import type { Simulated } from '../service/snapshot.ts';
import { describeTime, type TimeZone } from '../time.ts';
import type { Reading } from './ctx.ts';
import { formatMinute, timeTexts } from './format.ts';
import { displayWidth } from './safe-text.ts';

/** Where data is from. Whatever is not live is labelled, in every format and at every width. */
export interface DataOrigin {
  readonly isSimulated: Simulated;
  readonly isRecorded: boolean;
}

type Labelled = Pick<DataOrigin, 'isSimulated'> & { readonly isRecorded?: boolean | undefined };

interface DatedOrigin extends DataOrigin {
  readonly snapshot: { readonly asOfMilliseconds: number | null };
}

/** The time of data, to be shown at another time. */
interface LabelTime extends Reading {
  readonly asOf: number | null;
}

const RECORDED = 'RECORDED';
const SANDBOX = 'SANDBOX';
const UNKNOWN_ORIGIN = 'ORIGIN UNKNOWN';
const TIME_OF_DAY = '10:15';

/** `SANDBOX: simulated data`, `RECORDED: data of 2026-11-20 10:15:02 EST`; nothing for live data. */
export function labelNotes(snapshots: ReadonlyArray<DatedOrigin>, zone: TimeZone): ReadonlyArray<string> {
  const recorded = snapshots.filter(({ isRecorded }) => isRecorded);
  const times = recorded.map(({ snapshot }) => snapshot.asOfMilliseconds ?? Number.NaN);
  const spans = [Math.min(...times), Math.max(...times)].map((time) =>
    Number.isFinite(time) ? describeTime(time, zone) : 'an unknown time',
  );
  return [
    ...(snapshots.some(({ isSimulated }) => isSimulated === true) ? [`${SANDBOX}: simulated data`] : []),
    ...(snapshots.some(({ isSimulated }) => isSimulated === 'unknown')
      ? [`${UNKNOWN_ORIGIN}: a file does not say whether its data is simulated`]
      : []),
    ...(recorded.length === 0 ? [] : [`${RECORDED}: data of ${[...new Set(spans)].join(' to ')}`]),
  ];
}

/** `RECORDED`, `SANDBOX`, and `ORIGIN UNKNOWN` for what may be simulated; none for live data. */
export function labelWords({ isSimulated, isRecorded }: Labelled): ReadonlyArray<string> {
  const origin = isSimulated === 'unknown' ? [UNKNOWN_ORIGIN] : isSimulated ? [SANDBOX] : [];
  return isRecorded ? [RECORDED, ...origin] : origin;
}

/** ` SANDBOX `; empty for data of a service. */
export function originBadge(isSimulated: Simulated): string {
  return labelWords({ isSimulated })
    .map((word) => ` ${word} `)
    .join('');
}

/** The badge on one line, ` RECORDED 10:15:02 EST · SANDBOX `, that fits the width; null if none does; empty for live data. */
export function badgeBeside(
  { isSimulated, isRecorded }: DataOrigin,
  time: LabelTime,
  width: number,
): string | null {
  if (!isRecorded) return originBadge(isSimulated);
  const badges = timeTexts(time.asOf, time).map(
    (text) => ` ${[`${RECORDED} ${text}`, ...labelWords({ isSimulated })].join(' · ')} `,
  );
  return badges.find((badge) => displayWidth(badge) <= width) ?? null;
}

/** The badge on lines of its own: RECORDED with as much of its time as fits, and its origin. */
export function badgeLines(origin: DataOrigin, time: LabelTime, width: number): ReadonlyArray<string> {
  const line = badgeBeside(origin, time, width);
  if (line !== null) return [line];
  const last = ` ${RECORDED} ${formatMinute(time.asOf, time).slice(-TIME_OF_DAY.length)} `;
  const recorded = badgeBeside({ ...origin, isSimulated: false }, time, width) ?? last;
  return [recorded, originBadge(origin.isSimulated)].filter((badge) => badge !== '');
}
