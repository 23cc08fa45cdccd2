import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { AuthError, ConfigError } from '../errors.ts';
import type { TimeZone } from '../time-zone.ts';
import { type Column, MAX_LIMIT, type Palette, type Timeframe } from '../vocabulary.ts';
import { decodeFileConfig, type FileConfig } from './fields.ts';
import { readConfig } from './file.ts';
import { admitKey, type FoundKey, findKey } from './key-source.ts';
import { configPath } from './locations.ts';
import type { Recording } from './record.ts';
import { resolveBaseUrl, resolveRecord, resolveTimeframes, resolveWide } from './resolvers.ts';
import { fromDefault, fromFile, fromInput, type Setting, type SettingOptions } from './setting.ts';
import { timeZoneOf } from './zone.ts';

export interface Settings {
  readonly configPath: string | null;
  readonly baseUrl: Setting<string> | null;
  /** Null unless it is well-formed and may be sent to the base URL. */
  readonly apiKey: Setting<string> | null;
  /** The effective key, even if it must not be sent. */
  readonly foundKey: FoundKey | null;
  readonly timeframes: Setting<ReadonlyArray<Timeframe>>;
  readonly limit: Setting<number>;
  readonly boards: Setting<ReadonlyArray<string>> | null;
  readonly intervalSeconds: Setting<number> | null;
  readonly palette: Setting<Palette>;
  readonly columns: Setting<ReadonlyArray<Column>> | null;
  readonly wide: Setting<boolean>;
  /** Tickers in upper case that `watch` highlights. */
  readonly pins: Setting<ReadonlyArray<string>> | null;
  readonly record: Setting<Recording>;
  /** As the preference names it. */
  readonly timezone: Setting<string>;
  /** In which times are read and shown. */
  readonly timeZone: TimeZone;
  /** One line each, for stderr. */
  readonly warnings: ReadonlyArray<string>;
}

export interface ResolveNeeds {
  /** False for the sandbox: then an invalid base URL is ignored, and an invalid config file is only a warning. */
  readonly needsService?: boolean | undefined;
  /** True for a command that writes the config file: then the file must be valid even if its values are overridden. */
  readonly needsFile?: boolean | undefined;
}

/** What a request to the service needs. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the key comes from, for errors. */
  readonly keySource: string;
}

/**
 * Resolves each setting: option, then environment, then config file, then default. Throws UsageError for an invalid value in
 * the environment, and ConfigError for an invalid base URL or config file. Unless the command writes it, an invalid config
 * file is only a warning if options and environment give base URL and key, or if no service is needed.
 */
export function resolveSettings(
  options: SettingOptions,
  context: Context,
  { needsService = true, needsFile = false }: ResolveNeeds = {},
): Settings {
  const { env } = context;
  const isFileRequired = needsFile || (needsService && !isServiceInEnvironment(options, env));
  const { file, path, warnings } = loadFile(context, isFileRequired);
  const baseUrl = resolveBaseUrl(options, env, file, needsService);
  const foundKey = findKey(file, path, env);
  const timezone = fromFile(file.timezone) ?? fromDefault('local');
  const admitted = baseUrl === null ? null : admitKey(foundKey, baseUrl.value);
  return {
    configPath: path,
    baseUrl,
    apiKey: admitted instanceof AuthError ? null : admitted,
    foundKey,
    timeframes: resolveTimeframes(options, env, file),
    limit: fromInput(options.limit, '--limit') ?? fromFile(file.limit) ?? fromDefault(MAX_LIMIT),
    boards: fromInput(options.board, '--board') ?? fromFile(file.boards),
    intervalSeconds: fromInput(options.interval, '--interval') ?? fromFile(file.intervalSeconds),
    palette: fromInput(options.palette, '--palette') ?? fromFile(file.palette) ?? fromDefault('classic'),
    columns: fromInput(options.columns, '--columns') ?? fromFile(file.columns),
    wide: resolveWide(options, file),
    pins: fromFile(file.pins),
    record: resolveRecord(options, file),
    timezone,
    timeZone: timeZoneOf(timezone.value),
    warnings,
  };
}

const FIRST_STEPS = [
  'To try it with simulated data and no key: `boards --sandbox`',
  'To use your own key: `boards login --base-url https://…`',
  'To list all commands: `boards help`',
].join('\n');

/** Throws ConfigError without a base URL. */
export function requireBaseUrl({ baseUrl }: Pick<Settings, 'baseUrl'>, hint = FIRST_STEPS): string {
  if (baseUrl !== null) return baseUrl.value;
  throw new ConfigError('no base URL is set', { hint });
}

/** Throws ConfigError without a base URL, and AuthError without a key that may be sent to it. */
export function requireService(settings: Settings): ServiceAccess {
  const baseUrl = requireBaseUrl(settings);
  const admitted = admitKey(settings.foundKey, baseUrl);
  if (admitted instanceof AuthError) throw admitted;
  const { value: apiKey, sourceWithPath: keySource } = admitted;
  return { baseUrl, apiKey, keySource };
}

function isServiceInEnvironment({ baseUrl }: SettingOptions, env: Context['env']): boolean {
  return (
    variable('BOARDS_API_KEY', env) !== undefined &&
    (baseUrl ?? variable('BOARDS_BASE_URL', env)) !== undefined
  );
}

interface LoadedFile {
  readonly file: FileConfig;
  readonly path: string | null;
  readonly warnings: ReadonlyArray<string>;
}

function loadFile(context: Context, isRequired: boolean): LoadedFile {
  try {
    const { path, fields, warnings } = readConfig(context);
    return { file: decodeFileConfig(fields, path ?? ''), path, warnings };
  } catch (error) {
    if (isRequired || !(error instanceof ConfigError)) throw error;
    const path = pathOrNull(context);
    return {
      file: decodeFileConfig({}, ''),
      path,
      warnings: [`the whole config file is ignored: ${error.message}`],
    };
  }
}

function pathOrNull(context: Context): string | null {
  try {
    return configPath(context);
  } catch {
    return null;
  }
}
