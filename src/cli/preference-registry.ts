import { parseColumns } from '../fields/fields.ts';
import { createPreferences, preferenceParser, type Registry } from '../settings/preferences.ts';

/** Every preference, in display order. */
export const PREFERENCES: Registry = createPreferences(parseColumns);

/** The preference with this name, ignoring case. */
export const parsePreference = preferenceParser(PREFERENCES);
