import { paneWidth } from '../view/boards.ts';
import type { Lines } from '../view/box.ts';
import { screenStyle } from '../view/screen-style.ts';
import { type Frame, type FrameInput, type FrameStyle, frameBody, renderFrame } from './frame.ts';
import type { Watch } from './source.ts';

/** Draws frames in the size that the terminal has at that moment. The body is drawn anew only when something in it is new. */
export function createPainter({ source, request, context }: Watch): (input: FrameInput) => Frame {
  const { stdout, env } = context;
  const fixed = {
    theme: screenStyle(request.style, stdout, env).theme,
    columns: request.columns,
    selection: request.selection,
    limit: source.limit,
  };
  let drawn: { readonly input: FrameInput; readonly width: number; readonly body: Lines } | null = null;
  const bodyOf = (input: FrameInput, style: FrameStyle): Lines => {
    const { width } = style.size;
    const isSame =
      drawn !== null &&
      drawn.input.known === input.known &&
      drawn.input.state === input.state &&
      drawn.width === width;
    if (drawn === null || !isSame) drawn = { input, width, body: frameBody(input, style) };
    return drawn.body;
  };
  return (input) => {
    const style = { ...fixed, size: { width: paneWidth(stdout.columns), rows: stdout.rows || 24 } };
    return renderFrame(input, style, bodyOf(input, style));
  };
}
