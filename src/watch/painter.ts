import { toAscii } from '../view/ascii.ts';
import { paneWidth } from '../view/boards.ts';
import type { Lines } from '../view/box.ts';
import { screenStyle } from '../view/screen-style.ts';
import { MAX_LIMIT } from '../vocabulary.ts';
import { type Frame, type FrameInput, type FrameStyle, frameBody, renderFrame } from './frame.ts';
import type { Watch } from './source.ts';

/** Returns a function that renders a frame for the current terminal size. It reuses the body while its inputs are the same. */
export function createPainter({ request, context }: Watch): (input: FrameInput) => Frame {
  const { stdout, env } = context;
  const { theme, ascii } = screenStyle(request.style, stdout, env);
  const fixed = {
    theme,
    columns: request.columns,
    selection: request.selection,
    limit: request.selection.limit ?? MAX_LIMIT,
  };
  let cached: { readonly input: FrameInput; readonly width: number; readonly body: Lines } | null = null;
  const bodyOf = (input: FrameInput, style: FrameStyle): Lines => {
    const { width } = style.size;
    const isSame =
      cached !== null &&
      cached.input.known === input.known &&
      cached.input.state === input.state &&
      cached.width === width;
    if (cached === null || !isSame) cached = { input, width, body: frameBody(input, style) };
    return cached.body;
  };
  return (input) => {
    const style = { ...fixed, size: { width: paneWidth(stdout.columns), rows: stdout.rows || 24 } };
    const frame = renderFrame(input, style, bodyOf(input, style));
    return ascii ? { ...frame, lines: frame.lines.map(toAscii) } : frame;
  };
}
