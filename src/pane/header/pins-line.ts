import { EMPTY_ROW, ON_SCREEN } from '../../fields/field.ts';
import {
  bestFirst,
  fieldNamed,
  formatStanding,
  isHighConfluence,
  paintOf,
  paintOfSign,
} from '../../fields/fields.ts';
import { findPlacements, type Standing } from '../../market/standings.ts';
import { isCounted, placeText } from '../../output/confluence.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { ABSENT, formatPercent } from '../../text/format.ts';
import { joinPieces, type Segment, widthOf } from '../../text/lines.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { hiddenBoardsOf } from '../state.ts';
import type { Shown } from '../view.ts';

const SYMBOL_WIDTH = 12;
/** `A –`, and what is before the next one. */
const LEAST_PIN_WIDTH = 6;
const MIN_WIDTH_OF_GAPS = 40;

/**
 * `PINS  SONA +7.62% 2+ Movers 2 ▲1 (+2) · JAS +0.31% (Money flow penny 1)`: each with the boards where it moved, then those where
 * its rank is best. As many of them as there is room for, a board of each pin in turn; then fewer pins.
 */
export function renderPinsLine(snapshot: Snapshot, input: Shown): string {
  const { ctx } = input;
  const { pins, timeframe } = input.pane;
  const { width, theme } = ctx;
  const first = pins.slice(0, Math.ceil(width / LEAST_PIN_WIDTH));
  const found = findPlacements(first, [{ timeframe, snapshot }], input.selection.boards ?? undefined);
  const isNarrow = width < MIN_WIDTH_OF_GAPS;
  let hasRest = true;
  const piecesWith = (counts: ReadonlyArray<number>) =>
    found.map(({ symbol, standings: [standing] }, index) =>
      pinPieces(symbol, standing, { count: counts[index] ?? 0, hasRest }, input),
    );
  const lineOf = (pieces: ReadonlyArray<Segment>): Segment => {
    const rest = pins.length - pieces.length;
    return [
      [isNarrow ? 'PINS ' : 'PINS  ', theme.muted],
      ...pieces.flatMap((each, index): Segment => [[index === 0 ? '' : ' · ', theme.muted], ...each]),
      [rest === 0 ? '' : isNarrow ? ` (${rest} more)` : `  (${rest} more: c)`, theme.muted],
    ];
  };
  const isTooWide = (each: ReadonlyArray<Segment>) => widthOf(lineOf(each)) > width;
  let counts = found.map(({ standings }) => standings[0]?.placements.length ?? 0);
  let pieces = piecesWith(counts);
  while (isTooWide(pieces) && Math.max(0, ...counts) > 0) {
    // The last of the pins with the most boards gives one up; before the last boards, how many more there are.
    const most = Math.max(...counts);
    if (most === 1 && hasRest) hasRest = false;
    else counts = counts.with(counts.lastIndexOf(most), most - 1);
    pieces = piecesWith(counts);
  }
  while (pieces.length > 1 && isTooWide(pieces)) pieces = pieces.slice(0, -1);
  return joinPieces(lineOf(pieces), width).painted;
}

function pinPieces(
  symbol: string,
  standing: Standing | undefined,
  { count, hasRest }: { readonly count: number; readonly hasRest: boolean },
  { pane, compared: { movement }, ctx: { theme } }: Shown,
): Segment {
  const name = [clip(cleanText(symbol), SYMBOL_WIDTH), theme.strong] as const;
  const moveOf = (board: string) => movement.get(board)?.marks.get(symbol);
  if (standing === undefined || standing.placements.length === 0) return [name, [` ${ABSENT}`, theme.muted]];
  const places = bestFirst(standing.placements.filter(({ board }) => !hiddenBoardsOf(pane).includes(board)));
  const { boards, bias, dayPct } = standing;
  const moved = places.filter(({ board }) => moveOf(board) !== undefined);
  const shown = [...new Set([...moved, ...places])].slice(0, count);
  const rest = places.length - shown.length;
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
        [mark === '' ? '' : ` ${mark}`, paintOf(MARK, row, theme)],
        [close, theme.muted],
      ];
    }),
    [places.length === 0 ? ' (hidden)' : rest === 0 || !hasRest ? '' : ` (+${rest})`, theme.muted],
  ];
}

const MARK = fieldNamed('mark');
