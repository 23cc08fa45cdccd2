import type { Board, Snapshot } from '../api/snapshot.ts';
import type { Column } from '../vocabulary.ts';
import { contentWidth, renderBoards } from './boards.ts';
import type { Lines } from './box.ts';
import { type HeaderOptions, renderHeader } from './header.ts';
import { renderTopPlay } from './top-play.ts';

export interface SnapshotViewOptions extends HeaderOptions {
  readonly columns: ReadonlyArray<Column> | null;
}

/** Header, top play and the selected boards; only the header if the selection removed all boards. */
export function renderSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): Lines {
  const width = contentWidth(options.width);
  if (boards.length === 0 && snapshot.boards.length > 0) return renderHeader(snapshot, { ...options, width });
  return [
    ...renderPick(snapshot, options),
    ...renderBoards(boards, { ...options, timeframe: snapshot.timeframe }),
  ];
}

/** The header and the top play. */
export function renderPick(snapshot: Snapshot, options: HeaderOptions): Lines {
  const width = contentWidth(options.width);
  return [
    ...renderHeader(snapshot, { ...options, width }),
    ...renderTopPlay(snapshot.topPlay, { width, theme: options.theme }),
  ];
}
