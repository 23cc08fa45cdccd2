import { boardTitle } from '../../output/board.ts';
import { drawBox, joinPieces, LIGHT } from '../../text/lines.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { scrollTo } from '../scroll.ts';
import { selectableKeys } from '../shown-boards.ts';
import { changeFront, close, hiddenBoardsOf } from '../state.ts';
import { type Body, type Front, type Key, key, type Shown, type Step, type View } from '../view.ts';
import { linesBody } from './board-body.ts';
import { SIGNS } from './help.ts';

/** The list of the boards of the shown timeframe, of which each can be hidden. */
export function boardListView(cursor = 0): View {
  return {
    name: 'list of boards',
    isModal: true,
    keys: keysAt(cursor),
    help: { sample: ['▸ [x] Movers'], signs: [SIGNS.shown, SIGNS.selected] },
    draw: (shown) => draw(cursor, shown),
  };
}

/** With a check box for each. */
function draw(cursor: number, shown: Shown): Body {
  const { width, theme } = shown.ctx;
  const hidden = hiddenBoardsOf(shown.pane);
  const inner = Math.min(width, 60) - 4;
  const lines = selectableKeys(shown).map((key, index) => {
    const check = hidden.includes(key) ? ' ' : 'x';
    const text = clip(`${index === cursor ? '▸' : ' '} [${check}] ${boardTitle(key)}`, inner);
    return joinPieces(
      [
        [text, index === cursor ? theme.strong : unpainted],
        [`  ${cleanText(key)}`, theme.muted],
      ],
      inner,
    );
  });
  return linesBody(drawBox(lines, inner + 4, ['Boards', theme.title], [LIGHT, theme.muted]));
}

function keysAt(cursor: number): ReadonlyArray<Key> {
  return [
    key('look', 'space', [' '], 'show or hide the board', {
      footer: () => 'show or hide',
      press(front) {
        const board = selectableKeys(front)[cursor];
        const hidden = hiddenBoardsOf(front.pane);
        if (board === undefined) return {};
        return hide(
          front,
          hidden.includes(board) ? hidden.filter((other) => other !== board) : [...hidden, board],
        );
      },
    }),
    key('look', 'a', ['a'], 'show all boards, or none', {
      footer: () => 'all or none',
      press: (front) => hide(front, hiddenBoardsOf(front.pane).length === 0 ? selectableKeys(front) : []),
    }),
    key(
      'move',
      'arrows',
      ['down', 'up', 'j', 'k', 'pagedown', 'pageup', 'g', 'G', 'home', 'end'],
      'or k j: move',
      {
        footer: () => 'move',
        press(front, pressed) {
          const last = Math.max(0, selectableKeys(front).length - 1);
          const page = front.page.pageLines - 1;
          const steps: Readonly<Record<string, number>> = {
            ...{ down: 1, j: 1, up: -1, k: -1, pagedown: page, pageup: -page },
            ...{ g: -last, home: -last, G: last, end: last },
          };
          const moved = Math.max(0, Math.min(last, cursor + (steps[pressed] ?? 0)));
          // The border of the list comes with its first and its last board.
          const line = moved + 1;
          const border = moved === 0 ? 0 : moved === last ? line + 1 : line;
          const scroll = scrollTo(line, { ...front.page, scroll: scrollTo(border, front.page) });
          return { pane: changeFront(front.pane, { view: boardListView(moved), scroll }) };
        },
      },
    ),
    key('look', 'Enter', ['enter', 'b'], 'or b: back', {
      press: ({ pane }) => ({ pane: close(pane) }),
    }),
  ];
}

function hide({ pane }: Front, boards: ReadonlyArray<string>): Step {
  return { pane: { ...pane, hiddenBoards: { ...pane.hiddenBoards, [pane.timeframe]: boards } } };
}
