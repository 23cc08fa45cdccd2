import type { Board } from '../api/snapshot.ts';
import { type Card, renderCard } from '../view/card.ts';
import { cleanText } from '../view/safe-text.ts';
import { wrapWords } from '../view/wrap.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { linesBody } from './body-parts.ts';
import { confluenceBody } from './confluence-body.ts';
import { logBody } from './log-body.ts';
import type { ShownBoards } from './shown-boards.ts';
import { hiddenBoardsOf } from './state.ts';
import { tileBody } from './tile-body.ts';
import { zoomBody } from './zoom-body.ts';

/** What stands between header and footer. */
export function renderBody(input: BodyInput, style: BodyStyle, found: ShownBoards): BoardsBody {
  const { known, state, card } = input;
  if (card !== null) return cardBody(card, input, style);
  if (known.snapshot === null) return linesBody([]);
  if (state.view === 'log') return logBody(input, style);
  if (state.view === 'confluence') return confluenceBody(input, style);
  const { shown, isNarrowed } = found;
  const boards = state.zoom === null ? shown : shown.filter(({ key }) => key === state.zoom);
  if (boards.length === 0) {
    const reason = reasonOfEmptyBody(isNarrowed, input, style);
    const lines = wrapWords(reason, style.width).map((line) => style.theme.muted(line));
    return { ...linesBody(lines), zoomableKeys: keysOf(shown) };
  }
  const body =
    state.zoom === null ? tileBody(found, input, style) : zoomBody({ ...found, shown: boards }, input, style);
  return { ...body, zoomableKeys: keysOf(shown) };
}

function cardBody(
  card: Card,
  { nowMilliseconds }: BodyInput,
  { width, theme, lines: room }: BodyStyle,
): BoardsBody {
  const lines = renderCard(card, { width, theme, nowMilliseconds, lines: room });
  return linesBody(lines.map(({ painted }) => painted.trimEnd()));
}

function keysOf(boards: ReadonlyArray<Board>): ReadonlyArray<string> {
  return [...new Set(boards.map(({ key }) => key))];
}

function reasonOfEmptyBody(
  isNarrowed: boolean,
  { state, known: { snapshot } }: BodyInput,
  { selection }: BodyStyle,
): string {
  if (isNarrowed && state.filter !== '')
    return `No symbol matches. Press Enter for what is known of ${state.filter}.`;
  if (isNarrowed) return 'No symbol matches.';
  if (hiddenBoardsOf(state).length > 0) return 'All boards are hidden; press b to choose.';
  const present = (snapshot?.boards ?? []).map(({ key }) => cleanText(key));
  if (present.length === 0) return 'The snapshot has no boards.';
  // The boards asked for are not named: the list may be a key that contains commas.
  const asked = selection.boards?.length === 1 ? 'The board' : 'None of the boards';
  const not = selection.boards?.length === 1 ? 'is not' : 'is';
  return `${asked} of -b or the preference boards ${not} in this snapshot; it has ${present.join(', ')}.`;
}
