import type { Snapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import type { SinceOf } from '../../fields/field.ts';
import type { SymbolOutcomes } from '../../model/symbol-outcomes.ts';
import { hasField, type Template } from '../../view/template.ts';
import type { Timeframe } from '../../vocabulary.ts';
import type { Connection } from './connection.ts';
import type { Loaded } from './load.ts';

/** What became of the symbols of older data, for views. */
interface LoadedOutcomes {
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
  { snapshots }: Loaded,
  { past, settings: { timeZone } }: Pick<Connection, 'past' | 'settings'>,
  { clock }: Pick<Context, 'clock'>,
  symbolsIn: (shown: Snapshot) => ReadonlyArray<string> | null = () => null,
): Promise<LoadedOutcomes> {
  if (past === null) return NOTHING;
  const found = new Map<Timeframe, SymbolOutcomes>();
  for (const shown of snapshots) {
    const since = await past.outcomesOf(shown, symbolsIn(shown.snapshot));
    if (since !== null) found.set(shown.timeframe, since);
  }
  const [{ outcomesAcross }, { sinceViews }] = await Promise.all([
    import('../../model/symbol-outcomes.ts'),
    import('../../view/since-columns.ts'),
  ]);
  const across = outcomesAcross(snapshots, found);
  if (across === null) return NOTHING;
  const newestIn = new Map([...found].map(([timeframe, { newestAt }]) => [timeframe, newestAt] as const));
  return {
    sinceIn: new Map(
      [...found].map(([timeframe, since]) => [timeframe, sinceViews(since, clock.now(), timeZone)] as const),
    ),
    sinceOf: sinceViews(across, clock.now(), timeZone),
    newestIn,
    newestAt: Math.min(...newestIn.values()),
  };
}

/** As `loadOutcomes`, which reads recordings, only if the template shows any of it. */
export async function loadOutcomesFor(
  template: Template,
  ...[loaded, connection, ...others]: Parameters<typeof loadOutcomes>
): Promise<LoadedOutcomes> {
  const isShown = ['now', 'gain'].some((field) => hasField(template, field));
  return isShown ? loadOutcomes(loaded, connection, ...others) : NOTHING;
}
