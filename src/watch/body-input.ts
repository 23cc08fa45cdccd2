import type { Body } from '../view/pane-layout.ts';
import type { FrameInput, FrameStyle } from './frame-input.ts';
import type { KnownBoards } from './known-timeframe.ts';
import type { ViewportTile } from './viewport.ts';

/** The boards as lines, and where each of them is. */
export interface BoardsBody extends Body {
  readonly tiles: ReadonlyArray<ViewportTile>;
  /** The number of rows to which tiles are cut; null if none has room for more. */
  readonly cutTo: number | null;
  /** The boards that have rows to show. */
  readonly zoomableKeys: ReadonlyArray<string>;
}

/** The properties of the frame on which the boards depend. Of the time only the date matters: the painter caches the body. */
export interface BodyInput
  extends Pick<FrameInput, 'state' | 'remembered' | 'past' | 'log' | 'card' | 'tabs' | 'nowMilliseconds'> {
  readonly known: KnownBoards;
}

export interface BodyStyle extends Omit<FrameStyle, 'size'> {
  readonly width: number;
  /** Lines between header and footer. */
  readonly lines: number;
}
