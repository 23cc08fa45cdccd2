import type { PathPlace, TrailRank } from '../model/symbol-path.ts';
import type { Trend } from '../model/trend.ts';
import type { TimeZone } from '../time-zone.ts';
import { formatAgeText } from './age.ts';
import { joinPieces, type Line } from './box.ts';
import { ABSENT, formatClock } from './format.ts';
import { type Align, cleanText, displayWidth, fitCell } from './safe-text.ts';
import { type Paint, paintOfTrend, type Theme, unpainted } from './theme.ts';

/** A board that the symbol of a card is on. */
export interface CardPlace {
  readonly board: string;
  readonly rank: number | null;
  readonly metric: string | null;
  /** Null where memory has nothing: the snapshot has no time. */
  readonly path: PathPlace | null;
  readonly trend: Trend | null;
}

export interface CardPlacesOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
}

const GAP = 2;
const MAX_BOARD_WIDTH = 16;
const RANK_WIDTH = 4;
const MIN_METRIC_WIDTH = 6;

type ColumnName = 'board' | 'rank' | 'best' | 'since' | 'there' | 'trail' | 'trend' | 'metric';

/** In the order in which columns give way. Those without any text are not shown at all. Board and rank stay. */
const DISPENSABLE: ReadonlyArray<ColumnName> = ['metric', 'best', 'trail', 'since', 'there', 'trend'];

interface PlaceColumn {
  readonly name: ColumnName;
  readonly label: string;
  readonly align: Align;
  readonly cells: number;
  text(place: CardPlace): string;
  readonly paint: (place: CardPlace) => Paint;
}

/** A header, then a line for each board: rank, best rank, since when, how long, the ranks of 30 minutes, and the metric. */
export function renderCardPlaces(
  places: ReadonlyArray<CardPlace>,
  options: CardPlacesOptions,
): ReadonlyArray<Line> {
  const filled = columnsOf(places, options).filter(
    ({ name, text }) => !DISPENSABLE.includes(name) || places.some((place) => text(place) !== ''),
  );
  const columns = fitColumns(filled, options.width);
  const header = columns.map(({ label, align, cells }) => fitCell(label, cells, align));
  return [
    joinPieces([[header.join(' '.repeat(GAP)).trimEnd(), options.theme.muted]], options.width),
    ...places.map((place) => renderPlace(place, columns, options.width)),
  ];
}

function renderPlace(place: CardPlace, columns: ReadonlyArray<PlaceColumn>, width: number): Line {
  const pieces = columns.flatMap(({ align, cells, text, paint }, index): Array<readonly [string, Paint]> => {
    const isLast = index === columns.length - 1;
    const cell = fitCell(text(place), cells, align);
    return [
      [index === 0 ? '' : ' '.repeat(GAP), unpainted],
      [isLast ? cell.trimEnd() : cell, paint(place)],
    ];
  });
  return joinPieces(pieces, width);
}

function columnsOf(
  places: ReadonlyArray<CardPlace>,
  { width, theme, nowMilliseconds }: CardPlacesOptions,
): ReadonlyArray<PlaceColumn> {
  const maxBoardWidth = Math.min(MAX_BOARD_WIDTH, width - GAP - RANK_WIDTH);
  const muted = () => theme.muted;
  const rankCells = Math.max(1, ...places.map(({ rank }) => String(rank ?? ABSENT).length));
  const text = {
    board: ({ board }: CardPlace) => cleanText(board),
    rank: ({ rank }: CardPlace) => String(rank ?? ABSENT),
    best: ({ path }: CardPlace) => (path === null ? '' : String(path.best)),
    since: ({ path }: CardPlace) => (path === null ? '' : sinceText(path, nowMilliseconds, theme.timeZone)),
    there: ({ path }: CardPlace) => (path === null ? '' : formatAgeText(path.there)),
    trail: ({ path }: CardPlace) =>
      path?.trail.map((rank) => trailText(rank).padStart(rankCells)).join(' ') ?? '',
    trend: ({ trend }: CardPlace) => trend?.word ?? '',
    metric: ({ metric }: CardPlace) => cleanText(metric ?? ''),
  };
  const natural = (name: ColumnName, least: number) =>
    Math.max(least, ...places.map((place) => displayWidth(text[name](place))));
  const column = (
    name: ColumnName,
    label: string,
    align: Align,
    cells: number,
    paint: PlaceColumn['paint'] = () => unpainted,
  ): PlaceColumn => ({ name, label, align, cells, text: text[name], paint });
  return [
    column('board', 'board', 'left', Math.min(maxBoardWidth, natural('board', 'board'.length))),
    column('rank', 'rank', 'right', RANK_WIDTH, () => theme.strong),
    column('best', 'best', 'right', 4, muted),
    column('since', 'since', 'right', natural('since', 5), muted),
    column('there', 'there', 'right', 5),
    column('trail', 'trail, 30 min', 'left', natural('trail', 13), muted),
    column('trend', 'trend', 'left', 5, ({ trend }) => paintOfTrend(theme, trend)),
    column('metric', 'metric', 'left', natural('metric', MIN_METRIC_WIDTH)),
  ];
}

/** Columns give way one after the other until the others fit. Only the metric, the last one, may be cut. */
function fitColumns(columns: ReadonlyArray<PlaceColumn>, width: number): ReadonlyArray<PlaceColumn> {
  let shown = columns.map((column) =>
    column.name === 'metric' ? { ...column, cells: MIN_METRIC_WIDTH } : column,
  );
  for (const name of DISPENSABLE) {
    if (totalWidth(shown) <= width) break;
    shown = shown.filter((column) => column.name !== name);
  }
  const room = width - totalWidth(shown);
  return shown.map((column) =>
    column.name === 'metric' ? { ...column, cells: column.cells + Math.max(0, room) } : column,
  );
}

function totalWidth(columns: ReadonlyArray<PlaceColumn>): number {
  return columns.reduce((sum, { cells }) => sum + cells + GAP, -GAP);
}

/** `≤13:51` where it was there when memory began. */
function sinceText({ since, isAtLeast }: PathPlace, nowMilliseconds: number, zone: TimeZone): string {
  const time = formatClock(since, nowMilliseconds, zone);
  return isAtLeast ? `≤${time}` : time;
}

function trailText(rank: TrailRank): string {
  if (rank === 'off') return ABSENT;
  return rank === 'unknown' ? '·' : String(rank);
}
