import type { Board, Snapshot } from '../api/snapshot.ts';
import type { Column } from '../vocabulary.ts';
import { contentWidth, renderBoards } from './boards.ts';
import type { Lines } from './box.ts';
import { type HeaderOptions, renderHeader } from './header.ts';
import { renderTopPlay } from './top-play.ts';

export interface SnapshotViewOptions extends HeaderOptions {
  readonly columns: ReadonlyArray<Column> | null;
}

/** A whole snapshot, for one look: header, top play, the boards that were selected; the header alone where none was left. */
export function renderSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): Lines {
  const width = contentWidth(options.width);
  if (boards.length === 0 && snapshot.boards.length > 0) return renderHeader(snapshot, { ...options, width });
  return [...renderPick(snapshot, options), ...renderBoards(boards, options)];
}

/** The headline pick under its header. */
export function renderPick(snapshot: Snapshot, options: HeaderOptions): Lines {
  const width = contentWidth(options.width);
  return [
    ...renderHeader(snapshot, { ...options, width }),
    ...renderTopPlay(snapshot.topPlay, { width, theme: options.theme }),
  ];
}
