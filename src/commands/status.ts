import { join } from 'node:path';
import { Option } from 'commander';
import type { Options } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { labelNotes } from '../fields/data-origin.ts';
import { describeClock } from '../fields/notes.ts';
import { renderJson } from '../lib/json-text.ts';
import type { Reading } from '../lib/time.ts';
import { dateOf } from '../market/market-day.ts';
import type { SettingRow } from '../output/settings-grid.ts';
import { fileName, recordingsDirectory, usageOf } from '../recording/directories.ts';
import { faultOf } from '../recording/write.ts';
import type { SnapshotResponse } from '../service/client.ts';
import { admitKey, maskKey } from '../settings/key.ts';
import { dataDirectory } from '../settings/places.ts';
import type { Settings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import { ABSENT, counted, formatAgo, formatTimeWithZone } from '../text/format.ts';
import { waitForDisk } from '../watch/disk.ts';
import { connect } from './shared/connect.ts';
import { preferenceRows, writeSettings } from './shared/print.ts';
import { openSession, type Session } from './shared/session.ts';

const DISK_TIMEOUT_MS = 3000;

export const command = (context: Context): Specification => ({
  options: [new Option('--json', 'print versions, settings, recordings and the test result as JSON')],
  examples: {
    'boards status': 'check the key and the base URL',
    'boards status --json | jq .check.requestsLeft': 'print the requests left',
  },
  // Prints the settings even if the check fails: before it as text, after it as JSON.
  async run(options) {
    const session = openSession(options, context, { overrides: { baseUrl: options.baseUrl } });
    const { settings } = session;
    const recordings = await findRecordings(session);
    context.signal.throwIfAborted();
    const isJson = options.json === true;
    if (!isJson) await writeSettings([versionRow(context), ...settingRows(settings, recordings)], session);
    const [checked] = await Promise.allSettled([check(session)]);
    context.signal.throwIfAborted();
    const response = checked.status === 'fulfilled' ? checked.value : null;
    if (isJson) {
      const json = statusJson(session, recordings, response);
      context.stdout.write(renderJson(json, context.stdout.isTTY === true));
    } else if (response !== null) {
      const reading = { now: response.now, timeZone: settings.timeZone };
      await writeSettings(checkRows(response, reading), session);
    }
    if (checked.status === 'rejected') throw checked.reason;
  },
});

async function check(session: Session): Promise<SnapshotResponse & { readonly now: number }> {
  const { settings, context, note, noteAlways } = session;
  const client = await (await connect(session)).openClient();
  const [timeframe = 'day'] = settings.timeframe.value;
  const progress = startProgress('checking the service', context, session.options);
  const response = await client.fetchSnapshot({ timeframe, limit: 1 }).finally(progress.stop);
  labelNotes([response], settings.timeZone).forEach(noteAlways);
  const difference = describeClock(client.clock.ahead());
  if (difference !== null) note(difference);
  return { ...response, now: client.clock.now() };
}

type RecordingStatus = Awaited<ReturnType<typeof findRecordings>>;

function versionRow({ host, platform }: Context): SettingRow {
  return ['version', host.version, `Node ${host.nodeVersion}, ${platform}`];
}

function settingRows(settings: Settings, recordings: RecordingStatus): ReadonlyArray<SettingRow> {
  const { usage, fault, days } = recordings;
  const begin = days === 0 ? '; to record, run `boards watch` in a terminal' : '';
  return [
    ...preferenceRows(settings),
    keyRow(settings),
    ['config file', settings.configPath ?? ABSENT, ''],
    ['recordings', recordings.path ?? ABSENT, usage + (fault === null ? begin : `; not recording: ${fault}`)],
  ];
}

function keyRow(settings: Settings): SettingRow {
  const { foundKey } = settings;
  if (foundKey === null) return ['key', ABSENT, 'not set'];
  const { origin, source, hidesStored } = foundKey;
  const isForOtherOrigin = !isKeyUsable(settings) && origin !== null;
  return [
    'key',
    maskKey(foundKey.value) + (isForOtherOrigin ? ` (only for ${origin})` : ''),
    source + (hidesStored ? ' (overrides the key in the config file)' : ''),
  ];
}

function isKeyUsable({ foundKey, baseUrl }: Settings): boolean {
  return baseUrl.value !== null && !(admitKey(foundKey, baseUrl.value) instanceof Error);
}

function checkRows(
  { snapshot, requestsLeft, milliseconds }: SnapshotResponse,
  reading: Reading,
): ReadonlyArray<SettingRow> {
  const { time, session } = snapshot;
  const age = formatAgo(time, reading.now);
  const asOf = formatTimeWithZone(time, reading);
  return [
    ['session', session ?? 'unknown', ''],
    ['as of', age === '' ? asOf : `${asOf} (${age})`, ''],
    ['requests left', requestsLeft === null ? 'unknown' : String(requestsLeft), ''],
    ['latency', `${milliseconds} ms`, ''],
  ];
}

function statusJson(
  { options: { sandbox = false }, settings, context: { host, platform } }: Session,
  { path, bytes, days, fault }: RecordingStatus,
  response: SnapshotResponse | null,
) {
  const { foundKey, configPath, baseUrl } = settings;
  return {
    version: host.version,
    node: host.nodeVersion,
    platform,
    sandbox: response?.isSimulated ?? sandbox,
    baseUrl: baseUrl.value === null ? null : baseUrl,
    apiKey: foundKey && {
      masked: maskKey(foundKey.value),
      source: foundKey.source,
      origin: foundKey.origin,
      usable: isKeyUsable(settings),
      overridesConfigFile: foundKey.hidesStored,
    },
    configPath,
    recordings: { path, bytes, days, fault },
    preferences: settings.preferences,
    check: response && {
      session: response.snapshot.session,
      asOf: response.snapshot.asOf,
      requestsLeft: response.requestsLeft,
      milliseconds: response.milliseconds,
    },
  };
}

/** Sets `fault` to the reason why a pane does not record, or to null. */
async function findRecordings({ options, settings, context }: Session) {
  const nowhere = { path: null, bytes: 0, days: 0, usage: 'none' };
  try {
    const path = dataDirectory(context);
    const fault = chosenFault(options, settings);
    if (path === null) return { ...nowhere, fault: fault ?? 'no home directory' };
    const reading = readUsage(settings, path, fault, context);
    if (await waitForDisk(reading, DISK_TIMEOUT_MS, context)) return { path, ...(await reading) };
    return { ...nowhere, path, usage: 'unknown', fault: 'the disk does not respond' };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...nowhere, fault: error.message };
  }
}

async function readUsage(settings: Settings, path: string, fault: string | null, context: Context) {
  const { bytes, days, errno } = await usageOf(path);
  const size = days === 0 ? 'none' : `${formatBytes(bytes)}, ${counted(days, 'day')}`;
  const usage = errno === null ? size : `cannot be read: ${errno}`;
  return { bytes, days, usage, fault: fault ?? (await diskFault(settings, path, context)) };
}

function chosenFault({ sandbox }: Options, { record, baseUrl, isFileIgnored }: Settings): string | null {
  if (sandbox === true) return 'simulated data is recorded only with --record';
  if (record.value === 'off') return `record is off (${record.source})`;
  if (isFileIgnored && record.source === 'default') return 'the config file cannot be used';
  return baseUrl.value === null ? 'no base URL is set' : null;
}

async function diskFault(
  { baseUrl, timeframe }: Settings,
  directory: string,
  { clock }: Context,
): Promise<string | null> {
  if (baseUrl.value === null) return null;
  const day = join(recordingsDirectory(directory, baseUrl.value, false), dateOf(clock.now()));
  // A file operation that hangs blocks one of the few threads of Node, so start only one at a time.
  for (const each of timeframe.value) {
    const fault = await faultOf(day, fileName(each));
    if (fault !== null) return fault;
  }
  return null;
}

/** Uses decimal units, as file managers do. */
function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
