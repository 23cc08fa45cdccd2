import type { Field, SinceOf } from '../fields/field.ts';
import { sinceViews } from '../fields/row.ts';
import type { SymbolOutcomes } from '../market/symbol-outcomes.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { readingOf } from './connect.ts';
import type { Writing } from './load.ts';

/** What became of the symbols of older data, for views. */
export interface LoadedOutcomes {
  /** By timeframe, without those of which the newest snapshot is shown. */
  readonly sinceIn: ReadonlyMap<Timeframe, SinceOf>;
  /** Across all timeframes that are shown; undefined if there is nothing to compare. */
  readonly sinceOf: SinceOf | undefined;
  /** The time of the newest snapshot of a timeframe, in milliseconds since 1970. */
  readonly newestIn: ReadonlyMap<Timeframe, number>;
  /** The oldest of these; undefined if there is nothing to compare. */
  readonly newestAt: number | undefined;
}

const NOTHING: LoadedOutcomes = {
  sinceIn: new Map(),
  sinceOf: undefined,
  newestIn: new Map(),
  newestAt: undefined,
};

/** Finds out what became of the symbols that were loaded: nothing without `--at`. `symbolsIn` are those of which it is shown. */
export async function loadOutcomes(
  { loaded: { snapshots }, connection, context }: Pick<Writing, 'loaded' | 'connection' | 'context'>,
  symbolsIn: (shown: Snapshot) => ReadonlyArray<string> | null = () => null,
): Promise<LoadedOutcomes> {
  const { past } = connection;
  if (past === null) return NOTHING;
  const found = new Map<Timeframe, SymbolOutcomes>();
  for (const shown of snapshots) {
    const since = await past.outcomesOf(shown, symbolsIn(shown.snapshot));
    if (since !== null) found.set(shown.timeframe, since);
  }
  const { outcomesAcross } = await import('../market/symbol-outcomes.ts');
  const across = outcomesAcross(snapshots, found);
  if (across === null) return NOTHING;
  const reading = readingOf(connection, context);
  const newestIn = new Map([...found].map(([timeframe, { newestAt }]) => [timeframe, newestAt] as const));
  return {
    sinceIn: new Map(
      [...found].map(([timeframe, since]) => [timeframe, sinceViews(since, reading)] as const),
    ),
    sinceOf: sinceViews(across, reading),
    newestIn,
    newestAt: Math.min(...newestIn.values()),
  };
}

/** As `loadOutcomes`, which reads recordings, only if one of these fields shows any of it. */
export async function loadOutcomesFor(
  fields: ReadonlyArray<Field>,
  ...of: Parameters<typeof loadOutcomes>
): Promise<LoadedOutcomes> {
  return fields.some(({ isOfOlder }) => isOfOlder) ? loadOutcomes(...of) : NOTHING;
}
