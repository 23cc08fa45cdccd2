import { EMPTY_ROW, ON_SCREEN, paintOf, type SinceView } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import type { Standing } from '../model/standings.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Cell } from './box.ts';
import type { Theme } from './theme.ts';

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
  const rowOf = (label: string, id: string): ReadonlyArray<Cell> => {
    const field = fieldNamed(id);
    const cells = standings.map(({ timeframe, placements, boards: all, bias, dayPct }): Cell => {
      const boards = placements.length === 0 ? null : all;
      const row = { ...EMPTY_ROW, boards, bias, dayPct, since: since?.get(timeframe) ?? null };
      const text = field.text(row, ON_SCREEN, biasWidth);
      return {
        // Where columns are close together, the time of leaving gives way.
        text: id === 'now' && gap === 1 ? text.replace(/ .*/, '') : text,
        paint: id === 'boards' && boards !== null ? theme.accent : paintOf(field, row, theme, 'screen'),
      };
    });
    return [{ text: label, paint: theme.muted }, ...cells];
  };
  return [
    rowOf('confluence', 'boards'),
    ...(since === undefined ? [] : [rowOf('now', 'now')]),
    rowOf('bias', 'bias'),
    ...(hasMove ? [rowOf('move', 'dayPct')] : []),
  ];
}
