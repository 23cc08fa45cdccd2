import type { Context } from '../../context.ts';
import { variable } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { describeMissingBoards, isCatalogued } from '../../output/notes.ts';
import { originOf } from '../../settings/base-url.ts';
import { readConfig } from '../../settings/file.ts';
import { encodePreference, PREFERENCE_PARSERS, type Preference } from '../../settings/preferences.ts';
import { cleanText } from '../../text/safe-text.ts';
import { BOARD_CATALOGUE } from '../../vocabulary.ts';
import { writeNote } from './notes.ts';
import { writeText } from './output.ts';

/** The environment variables that override preferences. */
const OVERRIDES: { readonly [name in Preference]?: string } = {
  baseUrl: 'BOARDS_BASE_URL',
  timeframe: 'BOARDS_TIMEFRAME',
};

/** Stores a preference. Throws UsageError for an invalid or missing value. Works for a config file with invalid values, so that they can be replaced. */
export async function savePreference(
  preference: Preference,
  text: string | undefined,
  context: Context,
): Promise<void> {
  if (text === undefined) throw missingValue(preference);
  const value = encodePreference(preference, text);
  const { saveConfig } = await import('../../settings/save.ts');
  const { path, warnings } = await saveConfig((fields) => ({ ...fields, [preference]: value }), context);
  for (const warning of warnings) writeNote(warning, context);
  writeText(`Set ${preference} in ${cleanText(path)}.\n`, context);
  noteOverride(preference, context);
  if (preference === 'boards' && Array.isArray(value)) noteUnknownBoards(value, context);
  if (preference === 'baseUrl' && typeof value === 'string') noteKeyForOtherOrigin(value, context);
}

function missingValue(preference: Preference): UsageError {
  const { words, example } = PREFERENCE_PARSERS[preference].allowed;
  const usage = `\`boards config set ${preference} ${example ?? '<value>'}\``;
  const valid = example === undefined ? words.join(', ') : `${words.join(', ')}, or for example ${example}`;
  const hint =
    words.length === 0
      ? `For example: ${usage}`
      : `Valid: ${valid}.\nUsage: \`boards config set ${preference} <value>\``;
  return new UsageError(`no value for ${preference} given`, { hint });
}

/** Deletes the stored value of a preference. */
export async function removePreference(preference: Preference, context: Context): Promise<void> {
  const { fields, warnings } = readConfig(context);
  for (const warning of warnings) writeNote(warning, context);
  if (!(preference in fields)) {
    writeText(`${preference} was not set.\n`, context);
    return;
  }
  const { saveConfig, withoutFields } = await import('../../settings/save.ts');
  const { path } = await saveConfig((stored) => withoutFields(stored, [preference]), context);
  writeText(`Unset ${preference} in ${cleanText(path)}.\n`, context);
  noteOverride(preference, context);
}

function noteOverride(preference: Preference, context: Context): void {
  const name = OVERRIDES[preference];
  if (name !== undefined && variable(name, context.env) !== undefined) {
    writeNote(`${name} is set and overrides the stored value`, context);
  }
}

/** The service may have boards that this version does not know, so they are stored, but a typing error should be seen. */
function noteUnknownBoards(boards: ReadonlyArray<string>, context: Context): void {
  const missing = boards.filter((key) => !isCatalogued(key));
  if (missing.length === 0) return;
  writeNote(describeMissingBoards({ where: 'the known boards', missing, present: BOARD_CATALOGUE }), context);
}

/** Warns that the stored key will not be sent to the new base URL. */
function noteKeyForOtherOrigin(baseUrl: string, context: Context): void {
  const { apiKey, apiKeyOrigin } = readConfig(context).fields;
  if (apiKey === undefined || typeof apiKeyOrigin !== 'string' || apiKeyOrigin === originOf(baseUrl)) return;
  writeNote(
    `the stored key is bound to ${apiKeyOrigin}; store a key for ${originOf(baseUrl)} with \`boards login\``,
    context,
  );
}
