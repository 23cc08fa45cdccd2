import type { Command } from 'commander';
import type { Answer } from '../api/client.ts';
import { describePreferences } from '../config/describe.ts';
import { maskKey } from '../config/key.ts';
import { resolveSettings, type Settings } from '../config/resolve.ts';
import { parseTypedBaseUrl } from '../config/values.ts';
import type { Context } from '../context.ts';
import { startProgress } from '../terminal/progress.ts';
import { ABSENT, formatAge, formatTime } from '../view/format.ts';
import { renderJson } from '../view/json.ts';
import { addExamples } from './examples.ts';
import { timeoutOption } from './options.ts';
import { type PlainRow, preferenceRow, renderRows, writeNote } from './plain-rows.ts';
import { openSession, type Session } from './session.ts';
import { noteSandbox } from './write.ts';

interface StatusOptions {
  readonly json?: boolean;
  readonly sandbox?: boolean;
  readonly baseUrl?: string;
  readonly timeout: number;
  readonly debug?: boolean;
}

export function registerStatus(program: Command, context: Context): void {
  addExamples(program.command('status'), {
    'boards status': 'key and address: do they work',
    'boards status --json | jq .check.requestsLeft': 'for a script',
  })
    .description('what is in force and from where, then one live check')
    .option('--json', '{baseUrl, apiKey, configPath, preferences, check}')
    .option('--sandbox', 'check the built-in service: needs no key')
    .option('--base-url <url>', "the service's address", parseTypedBaseUrl)
    .addOption(timeoutOption('time-out of the check, in seconds'))
    .option('--debug', 'request, answer and causes on stderr')
    .action((options: StatusOptions) => runStatus(options, context));
}

/** Shows the settings before the check, so that they help when it fails; with `--json` all or nothing. */
async function runStatus(options: StatusOptions, context: Context): Promise<void> {
  const needsService = options.sandbox !== true;
  const settings = resolveSettings({ baseUrl: options.baseUrl }, context, { needsService });
  for (const warning of settings.warnings) writeNote(warning, context);
  if (options.json !== true) context.stdout.write(renderRows(settingRows(settings)));
  const session = await openSession({ ...options, retries: 0, quiet: true }, context);
  const answer = await check(session, context);
  noteSandbox(session);
  context.stdout.write(
    options.json === true
      ? renderJson(statusJson(settings, session, answer), context.stdout.isTTY === true)
      : renderRows(checkRows(answer, context.clock.now())),
  );
}

async function check({ client, settings }: Session, context: Context): Promise<Answer> {
  const [timeframe = 'day'] = settings.timeframes.value;
  const progress = startProgress('asking the service', context);
  return client.fetchSnapshot({ timeframe, limit: 1 }).finally(progress.stop);
}

function settingRows(settings: Settings): ReadonlyArray<PlainRow> {
  return [
    ...describePreferences(settings).map(preferenceRow),
    keyRow(settings),
    ['config file', settings.configPath ?? ABSENT, ''],
  ];
}

function keyRow({ foundKey, apiKey }: Settings): PlainRow {
  if (foundKey === null) return ['key', ABSENT, 'not set'];
  const { origin, source, hidesStored } = foundKey;
  const isElsewhere = apiKey === null && origin !== null;
  return [
    'key',
    maskKey(foundKey.value) + (isElsewhere ? ` (for ${origin} only)` : ''),
    source + (hidesStored ? ' (overrides the one in the config file)' : ''),
  ];
}

function checkRows({ snapshot, requestsLeft, milliseconds }: Answer, now: number): ReadonlyArray<PlainRow> {
  const { asOfMilliseconds, session } = snapshot;
  const age = formatAge(asOfMilliseconds, now);
  return [
    ['session', session ?? 'unknown', ''],
    ['as of', formatTime(asOfMilliseconds, now) + (age === '' ? '' : ` (${age})`), ''],
    ['requests left', requestsLeft === null ? 'unknown' : String(requestsLeft), ''],
    ['latency', `${milliseconds} ms`, ''],
  ];
}

function statusJson(settings: Settings, session: Session, answer: Answer) {
  const { foundKey, apiKey, configPath, baseUrl } = settings;
  const { snapshot, requestsLeft, milliseconds } = answer;
  return {
    sandbox: session.sandbox,
    baseUrl,
    apiKey: foundKey && {
      masked: maskKey(foundKey.value),
      source: foundKey.source,
      origin: foundKey.origin,
      usable: apiKey !== null,
      overridesConfigFile: foundKey.hidesStored,
    },
    configPath,
    preferences: Object.fromEntries(
      describePreferences(settings).map(({ name, value, source }) => [name, { value, source }]),
    ),
    check: { session: snapshot.session, asOf: snapshot.asOf, requestsLeft, milliseconds },
  };
}
