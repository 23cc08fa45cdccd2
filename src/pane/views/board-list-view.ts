import { boardTitle } from '../../fields/board-title.ts';
import { drawBox, LIGHT } from '../../text/lines.ts';
import { clip, displayWidth } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { selectableKeys } from '../frame-boards.ts';
import { rowOf } from '../selected-row.ts';
import { close, hiddenBoardsOf, open } from '../state.ts';
import {
  type Body,
  type BodyRow,
  type Front,
  type KeyResult,
  key,
  type Opened,
  type PaneState,
  type View,
  type ViewInput,
} from '../view.ts';
import { linesBody, listPlacesOf } from './board-body.ts';
import { SIGNS } from './help-view.ts';

/** Each row has the key of its board as its symbol. */
export const BOARD_LIST: View = {
  name: 'list of boards',
  isModal: true,
  keys: [
    key('look', 'space', [' '], 'show or hide the board', {
      footer: () => 'show or hide',
      press(front) {
        const board = front.selectedRow?.symbol ?? null;
        const hidden = hiddenBoardsOf(front.pane);
        if (board === null) return {};
        const rest = hidden.filter((other) => other !== board);
        return hide(front, rest.length < hidden.length ? rest : [...hidden, board]);
      },
    }),
    key('look', 'a', ['a'], 'show all boards, or none', {
      footer: () => 'all or none',
      press: (front) =>
        hide(front, hiddenBoardsOf(front.pane).length === 0 ? selectableKeys(front.input) : []),
    }),
    key('look', 'Enter', ['enter', 'b'], 'or b: back', {
      press: ({ pane }) => ({ pane: close(pane) }),
    }),
  ],
  help: { sample: ['▸ [x] Movers'], signs: [SIGNS.shown, SIGNS.selected] },
  draw,
};

export function openBoardList(front: Front): PaneState {
  return open(front.pane, BOARD_LIST, rowsOf(front.input)[0] ?? null);
}

function rowsOf(input: ViewInput): ReadonlyArray<BodyRow> {
  return listPlacesOf(selectableKeys(input), (index) => index + 1);
}

function draw(input: ViewInput, { selected }: Opened): Body {
  const { width, theme } = input.style;
  const hidden = hiddenBoardsOf(input.pane);
  const inner = Math.min(width, 60) - 4;
  const rows = rowsOf(input);
  const place = rowOf(selected, rows);
  const lines = rows.map((row) => {
    const name = row.symbol ?? '';
    const check = hidden.includes(name) ? ' ' : 'x';
    const text = clip(`${row === place ? '▸' : ' '} [${check}] ${boardTitle(name)}`, inner);
    const paint = row === place ? theme.strong : unpainted;
    return paint(text) + theme.muted(clip(`  ${name}`, inner - displayWidth(text)));
  });
  const box = drawBox(lines, inner + 4, ['Boards', theme.title], [LIGHT, theme.muted]);
  return { ...linesBody(box), rows };
}

function hide({ pane }: Front, boards: ReadonlyArray<string>): KeyResult {
  return { pane: { ...pane, hiddenBoards: { ...pane.hiddenBoards, [pane.timeframe]: boards } } };
}
