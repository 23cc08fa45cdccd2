import type { Row } from '../fields/field.ts';
import { fieldNamed, paintOf } from '../fields/fields.ts';
import { topPlayRow } from '../fields/row.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { Snapshot, TopPlay } from '../service/snapshot.ts';
import type { Ctx, Reading } from '../text/ctx.ts';
import {
  ABSENT,
  formatTime,
  formatTimeWithZone,
  NONE,
  PLAIN_GAP,
  plainText,
  UNKNOWN_TIME,
} from '../text/format.ts';
import { type Labelled, labelWords } from '../text/label.ts';
import { type PaintedLines, type Piece, paintedLines } from '../text/lines.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { describeTime } from '../time.ts';
import { boardTitle } from './board.ts';
import { changeWords } from './changes.ts';
import { draw, layOut, measure, type TableField } from './table.ts';

export function plainCell(text: string | null, paint: Paint = unpainted): Piece {
  return [plainText(text), paint];
}

/** A field in words, whole. */
export function fieldCell<R>(field: TableField<R>, row: R, ctx: Ctx): Piece {
  const text = field.text(row, ctx, Number.POSITIVE_INFINITY);
  return plainCell(text, paintOf(field, row, ctx.theme, ctx.style));
}

/** `price 182.40`. */
export function namedCell(id: string, row: Row, ctx: Ctx): Piece {
  return prefixed(id, fieldCell(fieldNamed(id), row, ctx));
}

export function prefixed(name: string, [text, paint]: Piece): Piece {
  return [`${name} ${text}`, paint];
}

/** `movers: move over the window`, the detail of which may be empty. */
export function headingOf(title: string, detail: string, { title: paint, muted }: Theme): string {
  return paint(plainText(title)) + (detail === '' ? '' : muted(`: ${detail}`));
}

/** Cells on one line. */
export function joinCells(cells: ReadonlyArray<Piece>): string {
  return cells.map(([text, paint]) => paint(text)).join(PLAIN_GAP);
}

/** A line with the ids of the fields, then a line for each row. Columns are as wide as their widest text; nothing is cut. */
export function renderPlainTable<R>(
  fields: ReadonlyArray<TableField<R>>,
  rows: ReadonlyArray<R>,
  ctx: Ctx,
): PaintedLines {
  const columns = fields.map((field) => {
    const { id, align, role } = field;
    const text = (row: R) => plainText(field.text(row, ctx, Number.POSITIVE_INFINITY));
    const whole: TableField<R> = { id, label: id, text, ...(align && { align }), ...(role && { role }) };
    return { field: whole, order: 0, size: measure(whole, rows, ctx) };
  });
  const table = layOut(columns, rows, Number.POSITIVE_INFINITY, null, PLAIN_GAP.length);
  return paintedLines(draw(table, rows, ctx).flat());
}

/** What says that data is not live. */
export function labelCells(options: Labelled & Pick<Ctx, 'theme'>): ReadonlyArray<Piece> {
  return labelWords(options).map((word) => plainCell(word, options.theme.badge));
}

/** `2026-11-20 14:32:00 EST`, or `unknown`. */
export function plainTime(time: number | null, reading: Reading): string {
  const isKnown = time !== null && formatTime(time, reading) !== UNKNOWN_TIME;
  return isKnown ? describeTime(time, reading.timeZone) : UNKNOWN_TIME;
}

/** These fields, then its boards in words and its bias. */
export function topPlayCells(topPlay: TopPlay, ids: ReadonlyArray<string>, ctx: Ctx): ReadonlyArray<Piece> {
  const cellOf = (id: string) => fieldCell(fieldNamed(id), topPlayRow(topPlay), ctx);
  return [...ids.map(cellOf), countCell(cellOf('boards'), topPlay.boards), cellOf('bias')];
}

/** `5 boards`. */
export function countCell([text, paint]: Piece, boards: number | null): Piece {
  return [boards === null ? text : `${text} ${boards === 1 ? 'board' : 'boards'}`, paint];
}

/**
 * What follows plain tables: a line with the time and the top play, and a sentence for each of the changes, as
 * `KI Movers 3 (was 9)`. Empty without changes: silence is easier to listen to.
 */
export function renderPlainChanges(
  { timeframe, asOfMilliseconds, topPlay }: Snapshot,
  changes: ReadonlyArray<ChangeEvent>,
  options: Ctx & Labelled,
): PaintedLines {
  if (changes.length === 0) return [];
  const topChange = changes.find(({ type }) => type === 'topPlay');
  const sentences = changes.filter((change) => change !== topChange).map(sentenceOf);
  const cells = [
    plainCell(formatTimeWithZone(asOfMilliseconds, options)),
    plainCell(timeframe),
    plainCell('top play', options.theme.accent),
    ...(topPlay === null ? [plainCell(null)] : topPlayCells(topPlay, ['symbol', 'price', 'dayPct'], options)),
    ...(topChange === undefined ? [] : [plainCell(`was ${topChange.from ?? 'none'}`)]),
    ...labelCells(options),
  ];
  return [joinCells(cells), ...sentences.map((sentence) => `  ${sentence}`)];
}

function sentenceOf(change: ChangeEvent): string {
  const words = changeWords(change, { board: (key) => boardTitle(key ?? ABSENT), text: (value) => value });
  const text = [change.symbol ?? '', words, change.type === 'entered' ? '(new)' : ''].join(' ');
  return plainText(text.replaceAll(ABSENT, NONE));
}
