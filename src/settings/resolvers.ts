import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError, UsageError } from '../errors.ts';
import { parseTimeframes } from '../parse.ts';
import type { Timeframe } from '../vocabulary.ts';
import { parseBaseUrl } from './base-url.ts';
import type { FileConfig } from './fields.ts';
import type { Recording } from './record.ts';
import { fromDefault, fromFile, fromInput, type Setting, type SettingOptions } from './setting.ts';

/**
 * Null if it is not set, or if the one of the environment is invalid and no service is needed. Throws ConfigError for an
 * invalid one in the environment.
 */
export function resolveBaseUrl(
  options: SettingOptions,
  env: Context['env'],
  file: FileConfig,
  needsService: boolean,
): Setting<string> | null {
  const name = 'BOARDS_BASE_URL';
  const text = variable(name, env);
  if (options.baseUrl !== undefined) return fromInput(options.baseUrl, '--base-url');
  if (text === undefined) return fromFile(file.baseUrl);
  try {
    return fromInput(parseBaseUrl(text), name);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (!needsService) return null;
    throw new ConfigError(`${name}: ${error.message}`, { hint: error.hint });
  }
}

/** Throws UsageError for an invalid BOARDS_TIMEFRAME that no option overrides. */
export function resolveTimeframes(
  options: SettingOptions,
  env: Context['env'],
  file: FileConfig,
): Setting<ReadonlyArray<Timeframe>> {
  const name = 'BOARDS_TIMEFRAME';
  const text = variable(name, env);
  if (options.timeframe === undefined && text !== undefined) {
    try {
      return { value: parseTimeframes(text), source: name };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`${name}: ${error.message}`, { hint: error.hint });
    }
  }
  return fromInput(options.timeframe, '--timeframe') ?? fromFile(file.timeframes) ?? fromDefault(['day']);
}

/** The source names the option that was given: `--wide` or `--no-wide`. */
export function resolveWide({ wide }: SettingOptions, file: FileConfig): Setting<boolean> {
  const option = wide === false ? '--no-wide' : '--wide';
  return fromInput(wide, option) ?? fromFile(file.wide) ?? fromDefault(false);
}

/** What watch records. `--record` keeps it for as many days as the file says; only such a number removes anything. */
export function resolveRecord({ record }: SettingOptions, file: FileConfig): Setting<Recording> {
  if (record === false) return { value: 'off', source: '--no-record' };
  const stored = fromFile(file.record) ?? fromDefault<Recording>('off');
  if (record === undefined) return stored;
  return { value: stored.value === 'off' ? 'kept' : stored.value, source: '--record' };
}
