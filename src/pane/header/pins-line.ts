import type { Snapshot } from '../../api/snapshot.ts';
import { EMPTY_ROW, ON_SCREEN } from '../../fields/field.ts';
import { bestFirst, fieldNamed, formatStanding, isHighConfluence } from '../../fields/fields.ts';
import { paintOf, paintOfSign } from '../../fields/paint.ts';
import { findPlacements } from '../../market/placements.ts';
import type { Standing } from '../../market/standings.ts';
import { isCounted, placeText } from '../../output/confluence.ts';
import { joinPieces } from '../../text/box.ts';
import { widthOf } from '../../text/fit.ts';
import type { Segment } from '../../text/flow.ts';
import { ABSENT, formatPercent } from '../../text/format.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { hiddenBoardsOf } from '../state.ts';
import type { FrameInput } from '../view.ts';

/** Boards of each pin, where there is room. */
const MOST_PLACES = 3;
const SYMBOL_WIDTH = 12;
/** `A –`, and what is before the next one. */
const LEAST_PIN_WIDTH = 6;
const MIN_WIDTH_OF_GAPS = 40;

/**
 * `PINS  SONA +7.62% 2+ Movers 2 ▲1 · JAS +0.31% (Money flow penny 1)`: each with the boards where it moved, then those where its
 * rank is best. As many of them as there is room for, the same for each pin; then fewer pins.
 */
export function renderPinsLine(snapshot: Snapshot, input: FrameInput): string {
  const { style, ctx } = input;
  const { pins, timeframe } = input.pane;
  const { width, theme } = ctx;
  const first = pins.slice(0, Math.ceil(width / LEAST_PIN_WIDTH));
  const found = findPlacements(first, [{ timeframe, snapshot }], style.selection.boards ?? undefined);
  const piecesWith = (places: number) =>
    found.map(({ symbol, standings: [standing] }) => pinPieces(symbol, standing, places, input));
  const isNarrow = width < MIN_WIDTH_OF_GAPS;
  const lineOf = (pieces: ReadonlyArray<Segment>): Segment => {
    const rest = pins.length - pieces.length;
    return [
      [isNarrow ? 'PINS ' : 'PINS  ', theme.muted],
      ...pieces.flatMap((each, index): Segment => [[index === 0 ? '' : ' · ', theme.muted], ...each]),
      [rest === 0 ? '' : isNarrow ? ` (${rest} more)` : `  (${rest} more: c)`, theme.muted],
    ];
  };
  let pieces = piecesWith(MOST_PLACES);
  const isTooWide = () => widthOf(lineOf(pieces)) > width;
  for (let places = MOST_PLACES - 1; places >= 0 && isTooWide(); places--) pieces = piecesWith(places);
  while (pieces.length > 1 && isTooWide()) pieces = pieces.slice(0, -1);
  return joinPieces(lineOf(pieces), width).painted;
}

function pinPieces(
  symbol: string,
  standing: Standing | undefined,
  count: number,
  { pane, compared: { movement }, ctx: { theme } }: FrameInput,
): Segment {
  const name = [clip(cleanText(symbol), SYMBOL_WIDTH), theme.strong] as const;
  const moveOf = (board: string) => movement.get(board)?.marks.get(symbol);
  const shownBoards = standing?.placements.filter(({ board }) => !hiddenBoardsOf(pane).includes(board)) ?? [];
  const places = bestFirst(shownBoards);
  if (standing === undefined || places.length === 0)
    return [name, [count === 0 ? ` ${ABSENT}` : ' on no board', theme.muted]];
  const { boards, bias, dayPct } = standing;
  const moved = places.filter(({ board }) => moveOf(board) !== undefined);
  const shown = [...new Set([...moved, ...places])].slice(0, count);
  return [
    name,
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
    [
      boards === 0 ? '' : ` ${formatStanding({ boards, bias })}`,
      isHighConfluence(boards) ? theme.accent : unpainted,
    ],
    ...shown.flatMap((place, index): Segment => {
      const row = { ...EMPTY_ROW, mark: moveOf(place.board) };
      const mark = MARK.text(row, ON_SCREEN, 3);
      const [open, close] = isCounted(place) ? ['', ''] : ['(', ')'];
      return [
        [`${index === 0 ? ' ' : ', '}${open}${placeText(place)}`, theme.muted],
        [mark === '' ? '' : ` ${mark}`, paintOf(MARK, row, theme, 'screen')],
        [close, theme.muted],
      ];
    }),
  ];
}

const MARK = fieldNamed('mark');
