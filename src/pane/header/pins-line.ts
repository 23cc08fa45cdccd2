import { EMPTY_ROW, ON_SCREEN } from '../../fields/field.ts';
import {
  bestFirst,
  fieldNamed,
  formatStanding,
  isHighConfluence,
  paintOf,
  paintOfSign,
} from '../../fields/fields.ts';
import { markOf } from '../../market/diff.ts';
import { type Standing, standingsIn } from '../../market/standings.ts';
import { isCounted, placeText } from '../../output/confluence.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { ABSENT, formatPercent } from '../../text/format.ts';
import { fitPieces, type Segment } from '../../text/lines.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { hiddenBoardsOf } from '../state.ts';
import type { Shown } from '../view.ts';

const SYMBOL_WIDTH = 12;
/** `A –`, and what is before the next one. */
const LEAST_PIN_WIDTH = 6;
const MARK = fieldNamed('mark');

/**
 * `PINS  SONA +7.62% 2+ Movers 2 ▲1 · JAS +0.31% (Money flow penny 1)`: each with the boards where it moved, then those where its rank
 * is best. As many of them as there is room for; then fewer pins.
 */
export function renderPinsLine(snapshot: Snapshot, input: Shown): string {
  const { ctx, pane, selection } = input;
  const { width, theme } = ctx;
  const first = pane.pins.slice(0, Math.ceil(width / LEAST_PIN_WIDTH));
  const sources = [{ timeframe: pane.timeframe, snapshot }];
  const found = standingsIn(sources, { tickers: first, boards: selection.boards });
  const lineOf = (pins: number, boards: number): Segment => {
    const rest = pane.pins.length - pins;
    return [
      ['PINS ', theme.muted],
      ...found
        .slice(0, pins)
        .flatMap(
          ({ symbol, standings: [standing] }, index): Segment => [
            [index === 0 ? ' ' : ' · ', theme.muted],
            ...pinPieces(symbol, standing, boards, input),
          ],
        ),
      [rest === 0 ? '' : ` (${rest} more)`, theme.muted],
    ];
  };
  const most = Math.max(0, ...found.map(({ standings }) => standings[0]?.placements.length ?? 0));
  return fitPieces(
    width,
    ...Array.from({ length: Math.min(most, width) }, (_, index) => lineOf(found.length, most - index)),
    ...found.map((_, index) => lineOf(found.length - index, 0)),
  );
}

function pinPieces(
  symbol: string,
  standing: Standing | undefined,
  count: number,
  { pane, compared: { movement }, ctx: { theme } }: Shown,
): Segment {
  const name = [clip(cleanText(symbol), SYMBOL_WIDTH), theme.strong] as const;
  if (standing === undefined || standing.placements.length === 0) return [name, [` ${ABSENT}`, theme.muted]];
  const places = bestFirst(standing.placements.filter(({ board }) => !hiddenBoardsOf(pane).includes(board)));
  const moved = places.filter(({ board }) => markOf(movement, board, symbol) !== undefined);
  const { boards, bias, dayPct } = standing;
  return [
    name,
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
    [
      boards === 0 ? '' : ` ${formatStanding({ boards, bias })}`,
      isHighConfluence(boards) ? theme.accent : unpainted,
    ],
    ...[...new Set([...moved, ...places])].slice(0, count).flatMap((place, index): Segment => {
      const row = { ...EMPTY_ROW, mark: markOf(movement, place.board, symbol) };
      const mark = MARK.text(row, ON_SCREEN, 3);
      const [open, close] = isCounted(place) ? ['', ''] : ['(', ')'];
      return [
        [`${index === 0 ? ' ' : ', '}${open}${placeText(place)}`, theme.muted],
        [mark === '' ? '' : ` ${mark}`, paintOf(MARK, row, theme)],
        [close, theme.muted],
      ];
    }),
  ];
}
