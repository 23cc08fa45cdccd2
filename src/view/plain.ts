import type { Board, Snapshot } from '../api/snapshot.ts';
import type { SinceOf } from '../fields/field.ts';
import { columnsOf } from '../fields/fields.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { plainColumnsOf } from './plain-columns.ts';
import { type PlainOptions, readingOf, renderPlainHeader, renderPlainTopPlay } from './plain-header.ts';
import { plainText, renderPlainTable } from './plain-table.ts';

export interface PlainSnapshotOptions extends PlainOptions {
  readonly columns: ReadonlyArray<Column> | null;
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

/**
 * Header, top play and the selected boards, one after the other, in words and without frames; only the header if the selection
 * removed all boards.
 */
export function renderPlainSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: PlainSnapshotOptions,
): Lines {
  if (boards.length === 0 && snapshot.boards.length > 0) return renderPlainHeader(snapshot, options);
  return [
    ...renderPlainTop(snapshot, options),
    ...boards.flatMap((board) => ['', ...renderPlainBoard(board, snapshot.timeframe, options)]),
  ];
}

/** The header and the top play. */
export function renderPlainTop(
  snapshot: Snapshot,
  options: PlainOptions & Pick<PlainSnapshotOptions, 'sinceOf'>,
): Lines {
  const since = options.sinceOf?.(snapshot.topPlay?.symbol ?? null);
  return [...renderPlainHeader(snapshot, options), ...renderPlainTopPlay(snapshot.topPlay, options, since)];
}

/** `movers: move over the window`, then its rows. */
function renderPlainBoard(
  { key, rows }: Board,
  timeframe: string | null,
  { theme, nowMilliseconds, columns, sinceOf }: PlainSnapshotOptions,
): Lines {
  const detail = ranksOn(key, timeframe);
  const heading = theme.title(plainText(key)) + (detail === '' ? '' : theme.muted(`: ${detail}`));
  if (rows.length === 0) return [heading, theme.muted('no symbols')];
  const ids = columns ?? columnsOf('row').map(({ id }) => id);
  const shown = plainColumnsOf(ids, readingOf({ theme, nowMilliseconds }), sinceOf !== undefined);
  const withSince = rows.map((row) => ({ ...row, since: sinceOf?.(row.symbol) }));
  return [heading, ...renderPlainTable(shown, withSince, theme)];
}
