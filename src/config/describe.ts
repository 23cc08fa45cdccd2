import type { Preference } from './preferences.ts';
import type { Setting, Settings } from './resolve.ts';

/** A preference in force; value null and source `not set` where neither the user nor the program chose one. */
export interface PreferenceInForce {
  readonly name: Preference;
  readonly value: string | number | ReadonlyArray<string> | null;
  readonly source: string;
}

/** Every preference, in the order in which they are listed. */
export function describePreferences(settings: Settings): ReadonlyArray<PreferenceInForce> {
  const one = (name: Preference, setting: Setting<string | number | ReadonlyArray<string>> | null) => ({
    name,
    value: setting?.value ?? null,
    source: setting?.source ?? 'not set',
  });
  return [
    one('baseUrl', settings.baseUrl),
    one('timeframe', settings.timeframes),
    one('limit', settings.limit),
    one('boards', settings.boards),
    one('interval', settings.intervalSeconds),
    one('palette', settings.palette),
    one('columns', settings.columns),
  ];
}
