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
import { selectByKey } from '../../market/selection.ts';
import { type Standing, standingsIn } from '../../market/standings.ts';
import { isOneOf } from '../../market/ticker.ts';
import { isCounted, placeText } from '../../output/confluence-table.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { ABSENT, formatMinute, formatPercent } from '../../text/format.ts';
import { fitPieces, type Segment } from '../../text/lines.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import type { ViewInput } from '../view.ts';

const SYMBOL_WIDTH = 12;
/** `A –`, and what is before the next one. */
const LEAST_PIN_WIDTH = 6;
const MARK = fieldNamed('mark');

/** What each pin shows beside its name. */
interface Detail {
  readonly boards: number;
  readonly hasChange: boolean;
}

/**
 * `PINS  SONA +7.62% 2+ Movers 2 ▲1 · JAS +0.31% (Money flow 19) · EAT out 22:52`: each with the board where its rank is best,
 * then those where it moved, then the others. Where there is less room, each has fewer boards, then no change of price; then there
 * are fewer pins, and at last no boards.
 */
export function renderPinsLine(snapshot: Snapshot, input: ViewInput): string {
  const { style, pane, selection } = input;
  const { width, theme } = style;
  const first = pane.pins.slice(0, Math.ceil(width / LEAST_PIN_WIDTH));
  const sources = [{ timeframe: pane.timeframe, snapshot }];
  const found = standingsIn(sources, { tickers: first, boards: selection.boards });
  const lineOf = (count: number, detail: Detail): Segment => {
    const rest = pane.pins.length - count;
    return [
      ['PINS ', theme.muted],
      ...found
        .slice(0, count)
        .flatMap(
          ({ symbol, standings: [standing] }, index): Segment => [
            [index === 0 ? ' ' : ' · ', theme.muted],
            ...pinPieces(symbol, standing, detail, input),
          ],
        ),
      [rest === 0 ? '' : ` (${rest} more)`, theme.muted],
    ];
  };
  const most = Math.max(1, ...found.map(({ standings }) => standings[0]?.placements.length ?? 0));
  const boardCounts = Array.from({ length: Math.min(most, width) }, (_, index) => most - index);
  const pinCounts = found.map((_, index) => found.length - index);
  return fitPieces(
    width,
    ...boardCounts.map((boards) => lineOf(found.length, { boards, hasChange: true })),
    ...pinCounts.map((count) => lineOf(count, { boards: 1, hasChange: false })),
    ...pinCounts.map((count) => lineOf(count, { boards: 0, hasChange: false })),
  );
}

function pinPieces(
  symbol: string,
  standing: Standing | undefined,
  detail: Detail,
  input: ViewInput,
): Segment {
  const { theme } = input.style;
  const name = [clip(cleanText(symbol), SYMBOL_WIDTH), theme.strong] as const;
  if (standing === undefined || standing.placements.length === 0)
    return [name, [` ${outText(symbol, input)}`, theme.muted]];
  const { boards, bias, dayPct } = standing;
  return [
    name,
    [detail.hasChange ? ` ${formatPercent(dayPct)}` : '', paintOfSign(theme, dayPct)],
    [
      boards === 0 ? '' : ` ${formatStanding({ boards, bias })}`,
      isHighConfluence(boards) ? theme.accent : unpainted,
    ],
    ...placePieces(symbol, standing, detail.boards, input),
  ];
}

function placePieces(
  symbol: string,
  { placements }: Standing,
  count: number,
  { compared: { movement }, style: { theme } }: ViewInput,
): Segment {
  const places = bestFirst(placements);
  const moved = places.filter(({ board }) => markOf(movement, board, symbol) !== undefined);
  const ordered = [...new Set([...places.slice(0, 1), ...moved, ...places])];
  return ordered.slice(0, count).flatMap((place, index): Segment => {
    const row = { ...EMPTY_ROW, mark: markOf(movement, place.board, symbol) };
    const mark = MARK.text(row, ON_SCREEN, 3);
    const [open, close] = isCounted(place) ? ['', ''] : ['(', ')'];
    return [
      [`${index === 0 ? ' ' : ', '}${open}${placeText(place)}`, theme.muted],
      [mark === '' ? '' : ` ${mark}`, paintOf(MARK, row, theme)],
      [close, theme.muted],
    ];
  });
}

/** `out 22:52`, when a symbol left the last of its boards, as far as memory reaches. */
function outText(pin: string, { memory, selection, style }: ViewInput): string {
  const symbol = [...memory.symbols()].find((each) => isOneOf([pin], each));
  const left = symbol === undefined ? [] : memory.leftOf(symbol);
  const times = selectByKey(left, ({ board }) => board, selection.boards).map(({ time }) => time);
  return times.length === 0 ? ABSENT : `out ${formatMinute(Math.max(...times), style)}`;
}
