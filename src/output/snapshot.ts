import type { SinceOf } from '../fields/field.ts';
import { originOf } from '../fields/row.ts';
import type { Board, Snapshot } from '../service/snapshot.ts';
import type { Lines } from '../text/box.ts';
import type { Column } from '../vocabulary.ts';
import { MAX_WIDE_WIDTH } from './board.ts';
import { renderBoards } from './boards.ts';
import { type HeaderOptions, renderHeader } from './header.ts';
import { renderTopPlay } from './top-play.ts';

/** Header and top play are at least this wide, where there is room. */
const MIN_WIDTH = 80;

export interface SnapshotViewOptions extends HeaderOptions {
  readonly columns: ReadonlyArray<Column> | null;
  /** All columns, one board a row. */
  readonly wide?: boolean | undefined;
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

/** Header, top play and the selected boards; only the header if the selection removed all boards. */
export function renderSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): Lines {
  const origin = originOf({ snapshot, ...options }, options);
  const rendered = renderBoards(boards, { ...options, origin });
  const width = Math.min(options.width, Math.max(MIN_WIDTH, rendered.width));
  if (boards.length === 0 && snapshot.boards.length > 0) return renderHeader(snapshot, { ...options, width });
  return [...renderTop(snapshot, { ...options, width }), ...rendered.lines];
}

/** The header and the top play. */
export function renderTop(
  snapshot: Snapshot,
  options: HeaderOptions & Pick<SnapshotViewOptions, 'sinceOf'>,
): Lines {
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const since = options.sinceOf?.(snapshot.topPlay?.symbol ?? null);
  return [
    ...renderHeader(snapshot, { ...options, width }),
    ...renderTopPlay(snapshot.topPlay, { width, theme: options.theme, since }),
  ];
}
