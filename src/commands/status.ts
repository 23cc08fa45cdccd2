import { type DataOptions, jsonOption } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { renderJson } from '../output/json.ts';
import type { SettingRow } from '../output/settings.ts';
import type { SnapshotResponse } from '../service/client.ts';
import { maskKey } from '../settings/key.ts';
import { resolveSettings, type Settings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Reading } from '../text/ctx.ts';
import { ABSENT, formatAge, formatTimeWithZone } from '../text/format.ts';
import { type Connection, connect, readingOf } from './connect.ts';
import { createNotes, noteOrigin } from './notes.ts';
import type { RecordingsUsage } from './recordings.ts';
import { preferenceRows, writeSettings } from './setting-rows.ts';

type StatusOptions = Pick<
  DataOptions,
  'json' | 'sandbox' | 'baseUrl' | 'timeout' | 'debug' | 'quiet' | 'plain' | 'color'
>;

export const status = (context: Context): Specification => ({
  options: [jsonOption('{sandbox, baseUrl, apiKey, configPath, recordings, preferences, check}')],
  examples: {
    'boards status': 'check the key and the base URL',
    'boards status --json | jq .check.requestsLeft': 'for a script',
  },
  run: (options: StatusOptions) => runStatus(options, context),
});

/** Prints the settings before the check, so that they are visible if it fails. `--json` prints nothing if it fails. */
async function runStatus(options: StatusOptions, context: Context): Promise<void> {
  const needsService = options.sandbox !== true;
  const settings = resolveSettings({ baseUrl: options.baseUrl }, context, { needsService });
  settings.warnings.forEach(createNotes(options, context).note);
  const { findRecordings } = await import('./recordings.ts');
  const recordings = await findRecordings(context);
  const isJson = options.json === true;
  if (!isJson) await writeSettings(settingRows(settings, recordings), options, settings, context);
  const connection = await connect({ ...options, retries: 0, quiet: true }, context, { settings });
  const response = await check(connection, context);
  noteOrigin([response], connection, settings.timeZone);
  const rows = checkRows(response, readingOf(connection, context));
  if (!isJson) return writeSettings(rows, options, settings, context);
  const json = statusJson(settings, recordings, response);
  context.stdout.write(renderJson(json, context.stdout.isTTY === true));
}

async function check({ client, settings }: Connection, context: Context): Promise<SnapshotResponse> {
  const [timeframe = 'day'] = settings.timeframe.value;
  const progress = startProgress('checking the service', context);
  return client.fetchSnapshot({ timeframe, limit: 1 }).finally(progress.stop);
}

function settingRows(settings: Settings, recordings: RecordingsUsage): ReadonlyArray<SettingRow> {
  return [
    ...preferenceRows(settings),
    keyRow(settings),
    ['config file', settings.configPath ?? ABSENT, ''],
    ['recordings', recordings.path ?? ABSENT, recordings.usage],
  ];
}

function keyRow({ foundKey, apiKey }: Settings): SettingRow {
  if (foundKey === null) return ['key', ABSENT, 'not set'];
  const { origin, source, hidesStored } = foundKey;
  const isForOtherOrigin = apiKey === null && origin !== null;
  return [
    'key',
    maskKey(foundKey.value) + (isForOtherOrigin ? ` (for ${origin} only)` : ''),
    source + (hidesStored ? ' (overrides the one in the config file)' : ''),
  ];
}

function checkRows(
  { snapshot, requestsLeft, milliseconds }: SnapshotResponse,
  reading: Reading,
): ReadonlyArray<SettingRow> {
  const { asOfMilliseconds, session } = snapshot;
  const age = formatAge(asOfMilliseconds, reading.nowMilliseconds);
  const asOf = formatTimeWithZone(asOfMilliseconds, reading);
  return [
    ['session', session ?? 'unknown', ''],
    ['as of', age === '' ? asOf : `${asOf} (${age})`, ''],
    ['requests left', requestsLeft === null ? 'unknown' : String(requestsLeft), ''],
    ['latency', `${milliseconds} ms`, ''],
  ];
}

function statusJson(settings: Settings, recordings: RecordingsUsage, response: SnapshotResponse) {
  const { foundKey, apiKey, configPath, baseUrl } = settings;
  const { snapshot, requestsLeft, milliseconds, isSimulated } = response;
  return {
    sandbox: isSimulated,
    baseUrl: baseUrl.value === null ? null : baseUrl,
    apiKey: foundKey && {
      masked: maskKey(foundKey.value),
      source: foundKey.source,
      origin: foundKey.origin,
      usable: apiKey !== null,
      overridesConfigFile: foundKey.hidesStored,
    },
    configPath,
    recordings: { path: recordings.path, bytes: recordings.bytes, days: recordings.days },
    preferences: Object.fromEntries(settings.preferences),
    check: { session: snapshot.session, asOf: snapshot.asOf, requestsLeft, milliseconds },
  };
}
