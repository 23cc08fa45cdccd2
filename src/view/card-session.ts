import type { PathPoint } from '../model/symbol-path.ts';
import { zoneName } from '../time-zone.ts';
import type { Line } from './box.ts';
import { flow, type Segment } from './flow.ts';
import { formatClock, formatMinute, formatPercent } from './format.ts';
import { resample, type TimedValue } from './resample.ts';
import { displayWidth } from './safe-text.ts';
import { renderSparkline } from './sparkline.ts';
import { type Paint, paintOfSign, type Theme, unpainted } from './theme.ts';

/** Cells of a sparkline, and the fewest that say something. */
const MAX_SPARK = 30;
const MIN_SPARK = 8;
const GAP = 3;
/** More boards than symbols are usually on: the tall end of the sparkline. */
const HIGHEST_COUNT = 8;

export interface CardSessionOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
}

/** `boards ▁▁▂▂▃▃▅▅ 1 … 5   change ▂▃▃▂▄▅▇█ +1.80% … +6.12%   09:31–14:32 EST`: on one line, or each on its own. */
export function renderCardSession(
  points: ReadonlyArray<PathPoint>,
  { width, theme, nowMilliseconds }: CardSessionOptions,
): ReadonlyArray<Line> {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return [];
  const graphs = graphsOf(points, theme);
  if (graphs.length === 0) return [];
  // Both are of one market day: the date of another day is said once.
  const zone = theme.timeZone;
  const time = `${formatMinute(first.asOf, nowMilliseconds, zone)}–${formatClock(last.asOf, nowMilliseconds, zone)}`;
  const zoned = `${time} ${zoneName(last.asOf, zone)}`;
  const cellsBeside = (end: string) => cellsOnOneLine(graphs, width, end);
  const isOneLine = cellsBeside(time) >= MIN_SPARK;
  const hasRoom = cellsBeside(zoned) >= MIN_SPARK;
  const together = cellsBeside(hasRoom ? zoned : time);
  const segments = graphs.map((graph) =>
    segmentOf(graph, isOneLine ? together : width - textWidth(graph), theme),
  );
  const endingIn = (text: string) => flow([...segments, [[text, theme.muted]]], width, GAP);
  const [withZone, without] = [endingIn(zoned), endingIn(time)];
  // The zone is said where it costs no line.
  return (isOneLine ? hasRoom : withZone.length === without.length) ? withZone : without;
}

/** A sparkline with its label, and its first and last value. */
interface Graph {
  readonly label: string;
  readonly values: ReadonlyArray<TimedValue>;
  readonly ends: string;
  readonly scale: readonly [lowest: number, highest: number];
  readonly paint: Paint;
}

/** Without those that have nothing to show. */
function graphsOf(points: ReadonlyArray<PathPoint>, theme: Theme): ReadonlyArray<Graph> {
  const boards = points.map(({ asOf, boards: value }) => ({ asOf, value }));
  const changes = points.map(({ asOf, dayPct: value }) => ({ asOf, value }));
  const known = changes.flatMap(({ value }) => value ?? []);
  const move = (known.at(-1) ?? 0) - (known[0] ?? 0);
  const graphs: ReadonlyArray<Graph> = [
    {
      label: 'boards ',
      values: boards,
      ends: endsOf(boards, String),
      scale: [0, highestOf(boards)],
      paint: theme.accent,
    },
    {
      label: 'change ',
      values: changes,
      ends: endsOf(changes, formatPercent),
      scale: [Math.min(...known), Math.max(...known)],
      paint: paintOfSign(theme, move),
    },
  ];
  return graphs.filter(({ ends }) => ends !== '');
}

/** The cells of each sparkline where all graphs and what ends the line are on one. */
function cellsOnOneLine(graphs: ReadonlyArray<Graph>, width: number, end: string): number {
  const texts = graphs.reduce((sum, graph) => sum + textWidth(graph) + GAP, 0);
  return Math.floor((width - texts - displayWidth(end)) / graphs.length);
}

/** Of all but the sparkline. */
function textWidth({ label, ends }: Graph): number {
  return label.length + 1 + displayWidth(ends);
}

/** Without the sparkline if there is no room for one that says something. */
function segmentOf(
  { label, values, ends, scale: [lowest, highest], paint }: Graph,
  room: number,
  theme: Theme,
): Segment {
  const cells = Math.min(MAX_SPARK, room);
  const spark = cells < MIN_SPARK ? '' : `${renderSparkline(resample(values, cells), lowest, highest)} `;
  return [
    [label, theme.muted],
    [spark, paint],
    [ends, unpainted],
  ];
}

/** `1 … 5`: the first and the last known value; empty if none is known, or all are 0. */
function endsOf(values: ReadonlyArray<TimedValue>, format: (value: number) => string): string {
  const known = values.flatMap(({ value }) => value ?? []);
  const [first, last] = [known[0], known.at(-1)];
  if (known.every((value) => value === 0)) return '';
  return first === undefined || last === undefined ? '' : `${format(first)} … ${format(last)}`;
}

function highestOf(values: ReadonlyArray<TimedValue>): number {
  return Math.max(HIGHEST_COUNT, ...values.map(({ value }) => value ?? 0));
}
