import { toAscii } from '../view/ascii.ts';
import { paneWidth } from '../view/pane-width.ts';
import { screenStyle } from '../view/screen-style.ts';
import { MAX_LIMIT } from '../vocabulary.ts';
import { renderBody } from './body.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { type Frame, renderFrame } from './frame.ts';
import type { FrameInput } from './frame-input.ts';
import type { KnownBoards } from './known-timeframe.ts';
import { boardsToRender, type ShownBoards, type ShownInput } from './shown-boards.ts';
import type { Watch } from './source.ts';

/** Returns a function that renders a frame for the current terminal size. It reuses the boards while their inputs are the same. */
export function createPainter({ request, context }: Watch): (input: FrameInput) => Frame {
  const { stdout, env } = context;
  const { theme, ascii } = screenStyle(request.style, stdout, env);
  const fixed = {
    theme,
    columns: request.columns,
    sortByPast: request.sortByPast,
    selection: request.selection,
    limit: request.selection.limit ?? MAX_LIMIT,
  };
  const steps = { boardsToRender: reuseBoards(), renderBody: reuseBody() };
  return (input) => {
    const size = { width: paneWidth(stdout.columns), rows: stdout.rows || 24 };
    const frame = renderFrame(input, { ...fixed, size }, steps);
    return ascii ? { ...frame, lines: frame.lines.map(toAscii) } : frame;
  };
}

function reuseBoards(): typeof boardsToRender {
  let cached: { readonly input: ShownInput; readonly boards: ShownBoards } | null = null;
  return (input, style) => {
    const isSame =
      cached !== null &&
      isSameData(cached.input.known, input.known) &&
      cached.input.state === input.state &&
      cached.input.remembered === input.remembered;
    if (cached === null || !isSame) cached = { input, boards: boardsToRender(input, style) };
    return cached.boards;
  };
}

/** `boards` are the same object only while what they are computed from is the same. */
function reuseBody(): typeof renderBody {
  let cached: {
    readonly input: BodyInput;
    readonly style: BodyStyle;
    readonly boards: ShownBoards;
    readonly body: BoardsBody;
  } | null = null;
  return (input, style, boards) => {
    const isSame =
      cached !== null &&
      cached.boards === boards &&
      cached.input.past === input.past &&
      cached.input.log === input.log &&
      cached.input.card === input.card &&
      cached.style.width === style.width &&
      cached.style.lines === style.lines;
    if (cached === null || !isSame) cached = { input, style, boards, body: renderBody(input, style, boards) };
    return cached.body;
  };
}

function isSameData(one: KnownBoards, other: KnownBoards): boolean {
  return (
    one.snapshot === other.snapshot &&
    one.isSimulated === other.isSimulated &&
    one.boardKeys === other.boardKeys
  );
}
