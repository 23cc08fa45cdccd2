import type { SinceView } from '../fields/field.ts';
import { biasSign, formatBias, formatConfluence } from '../fields/fields.ts';
import type { Standing } from '../model/standings.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import type { Cell } from './box.ts';
import { ABSENT, formatPercent } from './format.ts';
import { nowCell } from './since-columns.ts';
import { paintOfBias, paintOfSign, type Theme } from './theme.ts';

/** What is said of a symbol in each timeframe. */
export interface SymbolSummary {
  readonly standings: ReadonlyArray<Standing>;
  /** For older data: what became of the symbol, by timeframe. */
  readonly since?: ReadonlyMap<Timeframe, SinceView | null> | undefined;
}

export interface SummaryLayout {
  /** Cells of a bias: 9 for `▲ bullish`, 6 for `▲ bull`, 1 for `▲`. */
  readonly biasWidth: 9 | 6 | 1;
  readonly hasMove: boolean;
  /** Cells between columns. */
  readonly gap: number;
}

/** Confluence, for older data that of now, bias and move: each row a label and a cell for each timeframe. */
export function summaryRows(
  { standings, since }: SymbolSummary,
  { biasWidth, hasMove, gap }: SummaryLayout,
  theme: Theme,
): ReadonlyArray<ReadonlyArray<Cell>> {
  const label = (text: string): Cell => ({ text, paint: theme.muted });
  const rows = [
    [label('confluence'), ...standings.map((standing) => confluenceCell(standing, theme))],
    ...(since === undefined
      ? []
      : [
          [
            label('now'),
            ...standings.map(({ timeframe }) => shortNowCell(since.get(timeframe) ?? null, gap, theme)),
          ],
        ]),
    [
      label('bias'),
      ...standings.map(({ bias }) => ({ text: biasText(bias, biasWidth), paint: paintOfBias(theme, bias) })),
    ],
  ];
  if (!hasMove) return rows;
  const moves = standings.map(({ dayPct }) => ({
    text: formatPercent(dayPct),
    paint: paintOfSign(theme, dayPct),
  }));
  return [...rows, [label('move'), ...moves]];
}

/** Where columns are close together, the time of leaving gives way. */
function shortNowCell(since: SinceView | null, gap: number, theme: Theme): Cell {
  const cell = nowCell(since, theme);
  return gap > 1 ? cell : { ...cell, text: cell.text.split(' ')[0] ?? '' };
}

function confluenceCell({ placements, boards }: Standing, theme: Theme): Cell {
  return placements.length === 0
    ? { text: ABSENT, paint: theme.muted }
    : { text: formatConfluence(boards), paint: theme.accent };
}

function biasText(bias: Bias | null, width: SummaryLayout['biasWidth']): string {
  return bias !== null && width === 1 ? biasSign(bias) : formatBias(bias, width);
}
