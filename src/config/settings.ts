import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { AuthError, ConfigError, UsageError } from '../errors.ts';
import { parseTimeframes } from '../parse.ts';
import { type Column, MAX_LIMIT, type Palette, type Timeframe } from '../vocabulary.ts';
import { parseBaseUrl } from './base-url.ts';
import { decodeFileConfig, type FileConfig } from './fields.ts';
import { readConfig } from './file.ts';
import { admitKey, type FoundKey, findKey } from './key-source.ts';
import { configPath } from './location.ts';

/** A value in force, and where it comes from as a person reads it: `--timeframe`, `BOARDS_TIMEFRAME`, `config file`, `default`. */
export interface Setting<T> {
  readonly value: T;
  readonly source: string;
}

/** Options of the command line, parsed. */
export interface SettingOptions {
  readonly baseUrl?: string | undefined;
  readonly timeframe?: ReadonlyArray<Timeframe> | undefined;
  readonly limit?: number | undefined;
  readonly board?: ReadonlyArray<string> | undefined;
  readonly interval?: number | undefined;
  readonly palette?: Palette | undefined;
  readonly columns?: ReadonlyArray<Column> | undefined;
}

export interface Settings {
  readonly configPath: string | null;
  readonly baseUrl: Setting<string> | null;
  /** Only when it is well-formed and may go to the origin of the base URL. */
  readonly apiKey: Setting<string> | null;
  /** The key there is, also one that must not be sent. */
  readonly foundKey: FoundKey | null;
  readonly timeframes: Setting<ReadonlyArray<Timeframe>>;
  readonly limit: Setting<number>;
  readonly boards: Setting<ReadonlyArray<string>> | null;
  readonly intervalSeconds: Setting<number> | null;
  readonly palette: Setting<Palette>;
  readonly columns: Setting<ReadonlyArray<Column>> | null;
  /** One line each, for stderr. */
  readonly warnings: ReadonlyArray<string>;
}

export interface ResolveNeeds {
  /** False with the sandbox: then nothing about the service can be wrong, and a broken config file is a warning. */
  readonly needsService?: boolean | undefined;
}

/** What a request to the service needs. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the key lives, as an error names it. */
  readonly keyHome: string;
}

/**
 * Option, then environment, then config file, then default. Throws UsageError for a bad value in the environment, and
 * ConfigError for a bad base URL or a bad config file; for the file only where the environment does not do without it.
 */
export function resolveSettings(
  options: SettingOptions,
  context: Context,
  { needsService = true }: ResolveNeeds = {},
): Settings {
  const { env } = context;
  const isFileNeeded = needsService && !environmentSuffices(options, env);
  const { file, path, warnings } = loadFile(context, isFileNeeded);
  const baseUrl = resolveBaseUrl(options, env, file, needsService);
  const foundKey = findKey(file, path, env);
  const admitted = baseUrl === null ? null : admitKey(foundKey, baseUrl.value);
  return {
    configPath: path,
    baseUrl,
    apiKey: admitted instanceof AuthError ? null : admitted,
    foundKey,
    timeframes: resolveTimeframes(options, env, file),
    limit: given(options.limit, '--limit') ?? inFile(file.limit) ?? byDefault(MAX_LIMIT),
    boards: given(options.board, '--board') ?? inFile(file.boards),
    intervalSeconds: given(options.interval, '--interval') ?? inFile(file.intervalSeconds),
    palette: given(options.palette, '--palette') ?? inFile(file.palette) ?? byDefault('classic'),
    columns: given(options.columns, '--columns') ?? inFile(file.columns),
    warnings,
  };
}

/** Throws ConfigError without a base URL, AuthError without a key that may be sent there. */
export function requireService({ baseUrl, foundKey }: Settings): ServiceAccess {
  if (baseUrl === null) {
    throw new ConfigError('no base URL is set', {
      hint: [
        'Look around, with simulated data and no key: boards --sandbox',
        'Begin with your own key: boards login --base-url https://…',
        'See what else there is: boards help',
      ].join('\n'),
    });
  }
  const admitted = admitKey(foundKey, baseUrl.value);
  if (admitted instanceof AuthError) throw admitted;
  const { value: apiKey, home: keyHome } = admitted;
  return { baseUrl: baseUrl.value, apiKey, keyHome };
}

function environmentSuffices({ baseUrl }: SettingOptions, env: Context['env']): boolean {
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

function loadFile(context: Context, isNeeded: boolean): LoadedFile {
  try {
    const { path, fields, warnings } = readConfig(context);
    return { file: decodeFileConfig(fields, path ?? ''), path, warnings };
  } catch (error) {
    if (isNeeded || !(error instanceof ConfigError)) throw error;
    const path = pathIfAny(context);
    return { file: decodeFileConfig({}, ''), path, warnings: [`ignored: ${error.message}`] };
  }
}

function pathIfAny(context: Context): string | null {
  try {
    return configPath(context);
  } catch {
    return null;
  }
}

function resolveBaseUrl(
  options: SettingOptions,
  env: Context['env'],
  file: FileConfig,
  needsService: boolean,
): Setting<string> | null {
  const name = 'BOARDS_BASE_URL';
  const text = variable(name, env);
  if (options.baseUrl !== undefined) return given(options.baseUrl, '--base-url');
  if (text === undefined) return inFile(file.baseUrl);
  try {
    return given(parseBaseUrl(text), name);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (!needsService) return null;
    throw new ConfigError(`${name}: ${error.message}`, { hint: error.hint });
  }
}

function resolveTimeframes(
  options: SettingOptions,
  env: Context['env'],
  file: FileConfig,
): Settings['timeframes'] {
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
  return given(options.timeframe, '--timeframe') ?? inFile(file.timeframes) ?? byDefault(['day']);
}

function given<T>(value: T | undefined, source: string): Setting<T> | null {
  return value === undefined ? null : { value, source };
}

function inFile<T>(value: T | null): Setting<T> | null {
  return value === null ? null : { value, source: 'config file' };
}

function byDefault<T>(value: T): Setting<T> {
  return { value, source: 'default' };
}
