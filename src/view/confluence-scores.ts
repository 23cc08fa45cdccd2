import { biasSign, formatBias, formatConfluence } from '../fields/fields.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Timeframe } from '../vocabulary.ts';
import { sharedBias } from './agreement.ts';
import { type ConfluenceColumn, totalWidth } from './confluence-layout.ts';
import { ABSENT } from './format.ts';
import { paintOfBias, type Theme } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

/** Cells of a score with its marks, `◆4▲`. */
const MARKED_SCORE_WIDTH = 4;
/** From widest to narrowest. `reservedWidth` is the number of cells left for the other columns. */
const LABEL_STYLES = [
  { labelWidth: 'investing'.length, scoreWidth: MARKED_SCORE_WIDTH, reservedWidth: 37 },
  { labelWidth: 'scalp'.length, scoreWidth: MARKED_SCORE_WIDTH, reservedWidth: 12 },
  { labelWidth: 2, scoreWidth: 2, reservedWidth: 0 },
] as const;
type LabelStyle = (typeof LABEL_STYLES)[number];

interface ScoreStyle {
  readonly columns: ReadonlyArray<ConfluenceColumn>;
  readonly reservedWidth: number;
}

/** One column per timeframe, labelled with the longest form of its name that fits. */
export function scoreColumns(
  timeframes: ReadonlyArray<Timeframe>,
  width: number,
): ReadonlyArray<ConfluenceColumn> {
  const styles = LABEL_STYLES.map((style) => scoreStyle(style, timeframes));
  const fitting = styles.find(({ columns, reservedWidth }) => totalWidth(columns) + reservedWidth <= width);
  return (fitting ?? styles.at(-1))?.columns ?? [];
}

/** The same from the widest to the narrowest: with whole names, with short ones, and with two letters and no bias. */
export function scoreWidths(timeframes: ReadonlyArray<Timeframe>) {
  const [wide, medium, narrow] = LABEL_STYLES;
  const columnsOf = (style: LabelStyle) => scoreStyle(style, timeframes).columns;
  return { wide: columnsOf(wide), medium: columnsOf(medium), narrow: columnsOf(narrow) };
}

function scoreStyle(
  { labelWidth, scoreWidth, reservedWidth }: LabelStyle,
  timeframes: ReadonlyArray<Timeframe>,
): ScoreStyle {
  const columns = timeframeNames(timeframes, labelWidth).map((label, index) =>
    scoreColumn(label, timeframes[index], Math.max(scoreWidth, label.length)),
  );
  return { columns, reservedWidth };
}

function scoreColumn(label: string, timeframe: Timeframe | undefined, width: number): ConfluenceColumn {
  return {
    label,
    width,
    align: 'left',
    cell({ standings }, theme) {
      const standing = standings.find((candidate) => candidate.timeframe === timeframe);
      if (standing === undefined) return { text: ABSENT, paint: theme.muted };
      const { boards, bias } = standing;
      const score = formatConfluence(boards);
      const sign = bias === null ? '' : biasSign(bias);
      const short = score.length <= width ? score : String(boards);
      return { text: width >= MARKED_SCORE_WIDTH ? score + sign : short, paint: paintOfBias(theme, bias) };
    },
  };
}

/** The sum of the scores. */
export const totalColumn: ConfluenceColumn = {
  label: 'Sum',
  width: 3,
  align: 'right',
  cell: ({ total }, theme: Theme) => ({ text: String(total), paint: theme.highlight }),
};

/** The bias that all timeframes have in common, else `mixed`. */
export function sharedBiasCell(width: number): ConfluenceColumn['cell'] {
  return ({ standings }: SymbolConfluence, theme) => {
    const shared = sharedBias(standings);
    const isMixed = shared === null && standings.some(({ bias }) => bias !== null);
    if (isMixed) return { text: width >= 5 ? 'mixed' : 'mix', paint: theme.muted };
    return { text: formatBias(shared, width), paint: paintOfBias(theme, shared) };
  };
}
