import type { Snapshot } from '../api/snapshot.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Standing } from '../model/standings.ts';
import { COLUMNS, type SymbolColumn, type Timeframe } from '../vocabulary.ts';
import { sharedBias } from './agreement.ts';
import type { Lines } from './box.ts';
import { confluenceRow } from './confluence-columns.ts';
import { countText, numbers, paintOfBoards, plainColumnsOf, withSince, words } from './plain-columns.ts';
import { type PlainOptions, renderPlainHeader } from './plain-header.ts';
import { type PlainColumn, plainText, renderPlainTable } from './plain-table.ts';
import { sharedSnapshot } from './shared-snapshot.ts';
import type { SinceOf } from './since-columns.ts';
import { paintOfBias, type Theme } from './theme.ts';

export interface PlainConfluenceOptions extends PlainOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly columns: ReadonlyArray<SymbolColumn> | null;
  /** Number of matching symbols; `entries` may be only the first of them. */
  readonly found: number;
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

/** One header, then the symbols by confluence; `on` lists their boards with ranks. Several timeframes have a column each. */
export function renderPlainConfluence(
  snapshots: ReadonlyArray<Snapshot>,
  entries: ReadonlyArray<SymbolConfluence>,
  options: PlainConfluenceOptions,
): Lines {
  const { theme, found } = options;
  const shared = sharedSnapshot(snapshots);
  const count = entries.length < found ? `${entries.length} of ${found}` : String(found);
  const heading = theme.title('confluence') + theme.muted(`: ${count} ${found === 1 ? 'symbol' : 'symbols'}`);
  return [
    ...(shared === null ? [] : renderPlainHeader(shared, options)),
    '',
    heading,
    ...(entries.length === 0
      ? [theme.muted('no symbols')]
      : renderPlainTable(columnsOf(options), entries, theme)),
  ];
}

function columnsOf({
  timeframes,
  columns,
  sinceOf,
}: PlainConfluenceOptions): ReadonlyArray<PlainColumn<SymbolConfluence>> {
  const isSingle = timeframes.length < 2;
  // Each symbol would show its change over the window of a different timeframe.
  const usual = COLUMNS.filter((column) => column !== 'metric' && column !== 'tag').filter(
    (column) => isSingle || column !== 'dayPct',
  );
  const on = words('on', ({ standings }: SymbolConfluence) => placesText(standings, isSingle));
  const shown = (columns ?? [...usual, 'on' as const]).flatMap((column) => {
    if (column === 'on') return [on];
    if (column === 'boards' && !isSingle) return [...timeframes.map(scoreColumn), TOTAL];
    return column === 'bias' ? [BIAS] : plainColumnsOf([column], confluenceRow);
  });
  return sinceOf === undefined ? shown : withSince(shown, ({ symbol }) => sinceOf(symbol));
}

function scoreColumn(timeframe: Timeframe): PlainColumn<SymbolConfluence> {
  const scoreOf = ({ standings }: SymbolConfluence) =>
    standings.find((standing) => standing.timeframe === timeframe)?.boards ?? null;
  return numbers(
    timeframe,
    (entry) => countText(scoreOf(entry)),
    (entry, theme) => paintOfBoards(scoreOf(entry), theme),
  );
}

const TOTAL: PlainColumn<SymbolConfluence> = numbers(
  'total',
  ({ total }) => String(total),
  ({ total }, theme) => paintOfBoards(total, theme),
);

/** `mixed` where the timeframes differ. */
const BIAS: PlainColumn<SymbolConfluence> = {
  name: 'bias',
  align: 'left',
  cell({ standings }, theme: Theme) {
    const shared = sharedBias(standings);
    const isMixed = shared === null && standings.some(({ bias }) => bias !== null);
    return isMixed
      ? { text: 'mixed', paint: theme.muted }
      : { text: plainText(shared), paint: paintOfBias(theme, shared) };
  },
};

/** `movers 1, rvol 2`; of several timeframes `day movers 1, swing rvol 2`. */
function placesText(standings: ReadonlyArray<Standing>, isSingle: boolean): string {
  return standings
    .flatMap(({ timeframe, placements }) =>
      [...placements]
        .sort((a, b) => (a.row.rank ?? Number.MAX_VALUE) - (b.row.rank ?? Number.MAX_VALUE))
        .map(({ board, row }) => {
          const place = `${plainText(board)} ${countText(row.rank)}`;
          return isSingle ? place : `${timeframe} ${place}`;
        }),
    )
    .join(', ');
}
