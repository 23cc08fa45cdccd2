import type { Board, Snapshot } from '../api/snapshot.ts';
import type { Column } from '../vocabulary.ts';
import { contentWidth, renderBoards, sinceWidth } from './boards.ts';
import type { Lines } from './box.ts';
import { type HeaderOptions, renderHeader } from './header.ts';
import type { SinceOf } from './since-then.ts';
import { renderTopPlay } from './top-play.ts';

export interface SnapshotViewOptions extends HeaderOptions {
  readonly columns: ReadonlyArray<Column> | null;
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

/** Header, top play and the selected boards; only the header if the selection removed all boards. */
export function renderSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): Lines {
  const added = sinceWidth(boards, options);
  const width = contentWidth(options.width, added);
  if (boards.length === 0 && snapshot.boards.length > 0) return renderHeader(snapshot, { ...options, width });
  return [
    ...renderPick(snapshot, options, added),
    ...renderBoards(boards, { ...options, timeframe: snapshot.timeframe }),
  ];
}

/** The header and the top play, as wide as boards that are `added` cells wider than usual. */
export function renderPick(
  snapshot: Snapshot,
  options: HeaderOptions & Pick<SnapshotViewOptions, 'sinceOf'>,
  added = 0,
): Lines {
  const width = contentWidth(options.width, added);
  const since = options.sinceOf?.(snapshot.topPlay?.symbol ?? null);
  return [
    ...renderHeader(snapshot, { ...options, width }),
    ...renderTopPlay(snapshot.topPlay, { width, theme: options.theme, since }),
  ];
}
