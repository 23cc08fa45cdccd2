import type { Context } from '../context.ts';
import { AuthError, BoardsError, ConfigError, UsageError } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import type { JsonObject } from '../lib/json.ts';
import { keyOriginOf, parseBaseUrl } from './base-url.ts';
import { readConfig } from './file.ts';
import { admitKey, findKey } from './key.ts';
import { configPath } from './places.ts';
import {
  decodePreference,
  type Preference,
  type PreferenceValue,
  REMOVED_PREFERENCES,
  type Registered,
  type Registry,
} from './preferences.ts';

/** `source` is for display: `--timeframe`, `BOARDS_TIMEFRAME`, `config file`, `default` or `not set`. */
interface Setting<T> {
  readonly value: T;
  readonly source: string;
}

type ValueOf<P extends Preference> = ReturnType<P['parse']> | (P['default'] extends null ? null : never);

type Effective = { readonly [P in Registered as P['id']]: Setting<ValueOf<P>> };

export type SettingOptions = {
  readonly [P in Registered as P extends { option: infer O extends string } ? O : never]?:
    | ReturnType<P['parse']>
    | undefined;
} & {
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
  readonly events?: boolean | undefined;
  readonly format?: unknown;
};

export function isForScripts({ json, csv, events, format }: SettingOptions): boolean {
  return json === true || csv === true || events === true || format !== undefined;
}

export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

export interface ResolveNeeds {
  /** False for the sandbox, which ignores an invalid base URL and warns of an invalid config file. */
  readonly needsService?: boolean | undefined;
  /** True for a command that writes the config file, which must then be valid. */
  readonly needsFile?: boolean | undefined;
}

/** An option overrides the environment, which overrides the config file. */
export function resolveSettings(
  registry: Registry,
  options: SettingOptions,
  context: Context,
  { needsService = true, needsFile = false }: ResolveNeeds = {},
) {
  const { env } = context;
  const isServiceGiven =
    variable('BOARDS_API_KEY', env) !== undefined &&
    (options.baseUrl ?? variable('BOARDS_BASE_URL', env)) !== undefined;
  const file = loadFile(registry, context, needsFile || (needsService && !isServiceGiven));
  const effective = resolvePreferences(registry, (each) =>
    resolvePreference(each, options, file.preferences.get(each.id) ?? null, env, needsService),
  );
  const preferences: Readonly<Record<string, Setting<PreferenceValue | null>>> = { ...effective };
  const { timezone } = effective;
  return {
    ...effective,
    /** In display order. A preference without a value or default is null, with the source `not set`. */
    preferences,
    configPath: file.path,
    isFileIgnored: file.isIgnored,
    /** The effective key, even if it must not be sent. */
    foundKey: findKey(file, env),
    timeZone: timezone.value === 'local' ? undefined : timezone.value === 'utc' ? 'UTC' : timezone.value,
    warnings: file.warnings,
  };
}

const FIRST_STEPS = [
  'To try it with simulated data and no key: `boards --sandbox`',
  'To use your own key: `boards login --base-url https://api.example`',
  'To list all commands: `boards help`',
].join('\n');

export function requireBaseUrl({ baseUrl }: Pick<Settings, 'baseUrl'>, hint = FIRST_STEPS): string {
  if (baseUrl.value !== null) return baseUrl.value;
  throw new ConfigError('no base URL is set', { hint });
}

export function requireService(settings: Settings) {
  const baseUrl = requireBaseUrl(settings);
  const admitted = admitKey(settings.foundKey, baseUrl);
  if (admitted instanceof AuthError) throw admitted;
  const { value: apiKey, sourceWithPath: keySource } = admitted;
  return { baseUrl, apiKey, keySource };
}

function resolvePreferences(registry: Registry, resolve: (each: Preference) => Setting<unknown>): Effective;
function resolvePreferences(registry: Registry, resolve: (each: Preference) => Setting<unknown>) {
  return Object.fromEntries(registry.map((each) => [each.id, resolve(each)]));
}

/** Ignores an invalid base URL in the environment if no service is needed. */
function resolvePreference(
  { option = '', parse, variable: own, default: usual, isForPeople = false }: Preference,
  options: SettingOptions & Readonly<Record<string, unknown>>,
  stored: PreferenceValue | null,
  env: Context['env'],
  needsService: boolean,
): Setting<unknown> {
  const byDefault = { value: usual, source: usual === null ? 'not set' : 'default' };
  const given = options[option];
  if (given !== undefined) {
    const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { value: given, source: given === false ? `--no-${flag}` : `--${flag}` };
  }
  const text = own === undefined ? undefined : variable(own.name, env);
  if (own === undefined || text === undefined) {
    const isIgnored = stored === null || (isForPeople && isForScripts(options));
    return isIgnored ? byDefault : { value: stored, source: 'config file' };
  }
  try {
    return { value: parse(text), source: own.name };
  } catch (error) {
    if (!(error instanceof BoardsError)) throw error;
    if (error instanceof ConfigError && !needsService) return byDefault;
    const Fault = error instanceof ConfigError ? ConfigError : UsageError;
    throw new Fault(`${own.name}: ${error.message}`, { hint: error.hint });
  }
}

function loadFile(registry: Registry, context: Context, isRequired: boolean) {
  let path: string | null = null;
  try {
    path = configPath(context);
    const { fields, warnings } = readConfig(context);
    const removed = Object.keys(fields).filter((name) => Object.hasOwn(REMOVED_PREFERENCES, name));
    const notes = removed.map(
      (name) => `the preference ${name} was removed; delete it with \`boards config unset ${name}\``,
    );
    return {
      ...decodeFields(registry, fields, path ?? ''),
      path,
      isIgnored: false,
      warnings: [...warnings, ...notes],
    };
  } catch (error) {
    if (isRequired || !(error instanceof ConfigError)) throw error;
    const warning = `the whole config file is ignored: ${error.message}`;
    return { ...decodeFields(registry, {}, ''), path, isIgnored: true, warnings: [warning] };
  }
}

/** Errors do not quote the value, which may be a misplaced key. */
export function decodeFields(registry: Registry, fields: JsonObject, path: string) {
  function field<T>(name: string, decode: (value: unknown) => T, example = ''): T | null {
    try {
      return fields[name] === undefined ? null : decode(fields[name]);
    } catch (error) {
      throw error instanceof BoardsError ? invalidField(name, path, error.hint, example) : error;
    }
  }
  return {
    preferences: new Map(
      registry.map((each) => [
        each.id,
        field(each.id, (stored) => decodePreference(each, stored), exampleOf(each)),
      ]),
    ),
    apiKey: field('apiKey', text),
    origin: field('apiKeyOrigin', (value) => keyOriginOf(parseBaseUrl(text(value)))),
  };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new UsageError('not a string');
}

function invalidField(name: string, path: string, hint: string | undefined, example: string): ConfigError {
  const steps = name.startsWith('apiKey')
    ? 'Delete the key with `boards logout`, then store it again with `boards login`.'
    : `${hint === undefined ? '' : `${hint.replace(/[^.]$/, '$&.')} `}Set it with \`boards config set ${name} ${example}\`.`;
  return new ConfigError(`invalid ${name} in the config file ${path}`, { hint: steps });
}

function exampleOf({ parse: { allowed } }: Preference): string {
  return allowed.example ?? allowed.words[0] ?? '';
}
