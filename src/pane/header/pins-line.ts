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
import type { Piece, Segment } from '../../text/lines.ts';
import { fitLine, listParts } from '../../text/parts.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import type { ViewInput } from '../view.ts';

const SYMBOL_WIDTH = 12;
/** Cells of `A – · `, the shortest pin with its separator. */
const LEAST_PIN_WIDTH = 6;
const MARK = fieldNamed('mark');

/** The lowest number is dropped first. The boards of a pin after its first have negative numbers. */
const PRIORITY = { changes: 1, pins: 2, board: 3 };

/** Draws `PINS  SONA +7.62% 2+ Movers 2 ▲1 · JAS +0.31% (Money flow 19) · EAT out 22:52`. */
export function renderPinsLine(snapshot: Snapshot, input: ViewInput): string {
  const { style, pane, selection } = input;
  const { width, theme } = style;
  const first = pane.pins.slice(0, Math.ceil(width / LEAST_PIN_WIDTH));
  const sources = [{ timeframe: pane.timeframe, snapshot }];
  const found = standingsIn(sources, { tickers: first, boards: selection.boards });
  const items = found.map(
    ({ symbol, standings: [standing] }, index): Segment => [
      [index === 0 ? ' ' : theme.glyphs(' · '), theme.muted],
      ...pinParts(symbol, standing, input),
    ],
  );
  const hidden = pane.pins.length - found.length;
  const pins = listParts(items, PRIORITY.pins, { hidden, paint: theme.muted });
  return fitLine([['PINS ', theme.muted], ...pins], width);
}

function pinParts(symbol: string, standing: Standing | undefined, input: ViewInput): Segment {
  const { theme } = input.style;
  const name: Piece = [clip(cleanText(symbol), SYMBOL_WIDTH), theme.strong];
  if (standing === undefined || standing.placements.length === 0)
    return [name, [` ${outText(symbol, input)}`, theme.muted]];
  const { boards, bias, dayPct } = standing;
  const count = boards === 0 ? '' : ` ${formatStanding({ boards, bias })}`;
  return [
    name,
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct), PRIORITY.changes],
    [count, isHighConfluence(boards) ? theme.accent : unpainted],
    ...placeParts(symbol, standing, input),
  ];
}

function placeParts(
  symbol: string,
  { placements }: Standing,
  { compared: { movement }, style: { theme } }: ViewInput,
): Segment {
  const places = bestFirst(placements);
  const moved = places.filter(({ board }) => markOf(movement, board, symbol) !== undefined);
  const ordered = [...new Set([...places.slice(0, 1), ...moved, ...places])];
  return ordered.flatMap((place, index): Segment => {
    const row = { ...EMPTY_ROW, mark: markOf(movement, place.board, symbol) };
    const mark = MARK.text(row, ON_SCREEN, 3);
    const [open, close] = isCounted(place) ? ['', ''] : ['(', ')'];
    const priority = index === 0 ? PRIORITY.board : -index;
    return [
      [`${index === 0 ? ' ' : ', '}${open}${placeText(place)}`, theme.muted, priority],
      [mark === '' ? '' : ` ${mark}`, paintOf(MARK, row, theme), priority],
      [close, theme.muted, priority],
    ];
  });
}

/** Returns `out 22:52`, when the symbol left the last of its boards; `–` if memory has no such time. */
function outText(pin: string, { memory, selection, style }: ViewInput): string {
  const symbol = [...memory.symbols()].find((each) => isOneOf([pin], each));
  const left = symbol === undefined ? [] : memory.leftOf(symbol);
  const times = selectByKey(left, ({ board }) => board, selection.boards).map(({ time }) => time);
  return times.length === 0 ? ABSENT : `out ${formatMinute(Math.max(...times), style)}`;
}
