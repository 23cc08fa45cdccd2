import type { Snapshot } from '../api/snapshot.ts';
import type { Row, SinceOf } from '../fields/field.ts';
import { columnsOf as columnsOfSubject } from '../fields/fields.ts';
import { symbolRow } from '../fields/row.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { countText, numbers, paintOfBoards, plainColumnsOf } from './plain-columns.ts';
import { type PlainOptions, readingOf, renderPlainHeader } from './plain-header.ts';
import { type PlainColumn, renderPlainTable } from './plain-table.ts';
import { sharedSnapshot } from './shared-snapshot.ts';

export interface PlainConfluenceOptions extends PlainOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly columns: ReadonlyArray<Column> | null;
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
  const { theme, found, sinceOf } = options;
  const shared = sharedSnapshot(snapshots);
  const count = entries.length < found ? `${entries.length} of ${found}` : String(found);
  const heading = theme.title('confluence') + theme.muted(`: ${count} ${found === 1 ? 'symbol' : 'symbols'}`);
  return [
    ...(shared === null ? [] : renderPlainHeader(shared, options)),
    '',
    heading,
    ...(entries.length === 0
      ? [theme.muted('no symbols')]
      : renderPlainTable(
          columnsOf(options),
          entries.map((entry) => ({
            ...symbolRow(entry, {}, sinceOf?.(entry.symbol)),
            isOfSeveral: options.timeframes.length > 1,
          })),
          theme,
        )),
  ];
}

function columnsOf(options: PlainConfluenceOptions): ReadonlyArray<PlainColumn<Row>> {
  const { timeframes, columns, sinceOf } = options;
  const isSingle = timeframes.length < 2;
  // Each symbol would show its change over the window of a different timeframe.
  const usual = symbolColumns().filter((id) => isSingle || id !== 'dayPct');
  return plainColumnsOf(columns ?? usual, readingOf(options), sinceOf !== undefined).flatMap((column) =>
    column.name === 'boards' && !isSingle
      ? [...timeframes.map(scoreColumn), { ...column, name: 'total' }]
      : [column],
  );
}

function symbolColumns(): ReadonlyArray<string> {
  return columnsOfSubject('symbol').map(({ id }) => id);
}

function scoreColumn(timeframe: Timeframe): PlainColumn<Row> {
  const scoreOf = ({ standings = [] }: Row) =>
    standings.find((standing) => standing.timeframe === timeframe)?.boards ?? null;
  return numbers(
    timeframe,
    (entry) => countText(scoreOf(entry)),
    (entry, theme) => paintOfBoards(scoreOf(entry), theme),
  );
}
