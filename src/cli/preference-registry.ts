import { parseColumns } from '../fields/fields.ts';
import { createPreferences, preferenceParser, type Registry } from '../settings/preferences.ts';

export const PREFERENCES: Registry = createPreferences(parseColumns);

export const parsePreference = preferenceParser(PREFERENCES);
