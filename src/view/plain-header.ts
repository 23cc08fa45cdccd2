import type { Snapshot, TopPlay } from '../api/snapshot.ts';
import type { SinceView } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { type Reading, topPlayRow } from '../fields/row.ts';
import { describeTime } from '../parse-time.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Cell, Lines } from './box.ts';
import { formatTime, UNKNOWN_TIME } from './format.ts';
import type { HeaderOptions } from './header.ts';
import { originBadge } from './label.ts';
import { countText, paintOfBoards, plainCell } from './plain-columns.ts';
import { joinFields, NONE, plainText } from './plain-table.ts';
import { type Paint, unpainted } from './theme.ts';

export type PlainOptions = Pick<
  HeaderOptions,
  'theme' | 'nowMilliseconds' | 'isSimulated' | 'isRecorded' | 'newestAt'
>;

/** `day  open  as of 2026-11-20 14:32:00 EST  SANDBOX`, then breadth, and what older data is compared with. */
export function renderPlainHeader(snapshot: Snapshot, options: PlainOptions): Lines {
  const { timeframe, session, breadth, asOfMilliseconds } = snapshot;
  const { theme, nowMilliseconds: now, newestAt } = options;
  const lines = [
    joinFields([
      field(timeframe ?? 'unknown', theme.title),
      field(session ?? 'session unknown', session === 'open' ? theme.up : theme.muted),
      field(`as of ${plainTime(asOfMilliseconds, now, theme.timeZone)}`),
      ...labels(options),
    ]),
  ];
  if (breadth !== null)
    lines.push(
      joinFields([
        field(`advancers ${countText(breadth.advancers)}`, theme.up),
        field(`decliners ${countText(breadth.decliners)}`, theme.down),
        field(`symbols ${countText(breadth.symbols)}`),
      ]),
    );
  if (newestAt !== undefined)
    lines.push(
      joinFields([field(`now and gain are of ${plainTime(newestAt, now, theme.timeZone)}`, theme.muted)]),
    );
  return lines;
}

/** What says that data is not live. */
export function labels({
  theme,
  isSimulated,
  isRecorded,
}: Omit<PlainOptions, 'nowMilliseconds'>): Array<Cell> {
  const origin = originBadge(isSimulated, Number.POSITIVE_INFINITY).trim();
  const words = [isRecorded === true ? 'RECORDED' : '', origin].filter((word) => word !== '');
  return words.map((word) => field(word, theme.badge));
}

/** The top play on one line, and its reasons on another; for older data also what became of it (null: nothing is known). */
export function renderPlainTopPlay(
  topPlay: TopPlay | null,
  { theme, nowMilliseconds }: Pick<PlainOptions, 'theme' | 'nowMilliseconds'>,
  since: SinceView | null | undefined,
): Lines {
  const label = field('top play', theme.accent);
  if (topPlay === null) return [joinFields([label, field('No symbol qualifies right now.')])];
  const row = topPlayRow(topPlay, {}, () => since ?? null);
  const cellOf = (id: string) => plainCell(fieldNamed(id), row, theme, readingOf({ theme, nowMilliseconds }));
  const boards =
    topPlay.boards === null ? NONE : `${topPlay.boards} ${topPlay.boards === 1 ? 'board' : 'boards'}`;
  const reasons = cellOf('reasons').text;
  return [
    joinFields([
      label,
      cellOf('symbol'),
      ...(since === undefined ? [] : sinceFields(since, cellOf('now'), cellOf('gain'))),
      ...['name', 'price', 'dayPct'].map(cellOf),
      field(boards, paintOfBoards(topPlay.boards, theme)),
      cellOf('bias'),
    ]),
    ...(reasons === NONE ? [] : [`  ${theme.muted(reasons)}`]),
  ];
}

/** When the fields are read, and the zone of their times. */
export function readingOf({
  theme,
  nowMilliseconds,
}: Pick<PlainOptions, 'theme' | 'nowMilliseconds'>): Reading {
  return { nowMilliseconds, timeZone: theme.timeZone };
}

/** `now 5 boards  gain +1.20%`, or `left 14:24  gain -0.30%`. */
function sinceFields(since: SinceView | null, now: Cell, change: Cell): ReadonlyArray<Cell> {
  const boards = since?.boards ?? null;
  const text =
    boards === null && since !== null
      ? now.text
      : `now ${now.text}${boards === null ? '' : boards === 1 ? ' board' : ' boards'}`;
  return [
    { ...now, text },
    { ...change, text: `gain ${change.text}` },
  ];
}

/** `2026-11-20 14:32:00 EST`, or `unknown`. */
export function plainTime(time: number | null, nowMilliseconds: number, zone: TimeZone): string {
  const isKnown = time !== null && formatTime(time, nowMilliseconds, zone) !== UNKNOWN_TIME;
  return isKnown ? describeTime(time, zone) : UNKNOWN_TIME;
}

/** Text with single spaces. */
export function field(text: string, paint: Paint = unpainted): Cell {
  return { text: plainText(text), paint };
}
