import { parseInterval, parseRecord } from '../cli/values/durations.ts';
import { parseBoardKeys, parsePalette, parseTickers, parseTimeframes } from '../cli/values/lists.ts';
import { parseTimeZone } from '../cli/values/times.ts';
import { freeParser, onOff, type Parser, wholeNumber } from '../cli/values/values.ts';
import { UsageError, unexpected } from '../errors.ts';
import { suggestionHint } from '../lib/distance.ts';
import { amount, flag, list, oneOf, orNull, type Schema, text, whole } from '../lib/json-schema.ts';
import { type Column, MAX_LIMIT, TIMEFRAMES } from '../market/catalogue.ts';
import { PALETTES } from '../text/palettes.ts';
import { parseBaseUrl } from './base-url.ts';
import { parseChart } from './chart-address.ts';

export type PreferenceValue = string | number | boolean | ReadonlyArray<string>;

/** To add a preference, add an object to `createPreferences`. */
export interface Preference {
  /** The name in `boards config` and in the config file. */
  readonly id: string;
  readonly doc: string;
  readonly parse: Parser<PreferenceValue>;
  readonly default: PreferenceValue | null;
  /** Machine formats ignore the value in the config file, so that it does not affect scripts. */
  readonly isForPeople?: boolean;
  /** Overrides the config file. `doc` is for `help environment`. */
  readonly variable?: { readonly name: string; readonly doc: string };
  /** Overrides everything. The name is in camel case: `baseUrl` is --base-url. */
  readonly option?: string;
  schema(): Schema;
}

export type Registry = ReadonlyArray<Preference>;

export const DEFAULT_RECORD_DAYS = 2;

/** In display order. The caller passes the parser of columns, because settings do not import fields. */
export function createPreferences(parseColumns: Parser<ReadonlyArray<Column>>) {
  return [
    {
      id: 'baseUrl',
      doc: 'Base URL of the service',
      parse: freeParser(parseBaseUrl, 'https://api.example'),
      default: null,
      variable: { name: 'BOARDS_BASE_URL', doc: 'base URL of the service' },
      option: 'baseUrl',
      schema: () => orNull(text('An absolute URL; null if not set')),
    },
    {
      id: 'timeframe',
      doc: 'Timeframes to show',
      parse: parseTimeframes,
      default: ['day'],
      variable: { name: 'BOARDS_TIMEFRAME', doc: 'default for --timeframe' },
      option: 'timeframe',
      isForPeople: true,
      schema: () => list('Timeframes in this order', oneOf('A timeframe', TIMEFRAMES)),
    },
    {
      id: 'limit',
      doc: 'Rows per board, instead of all that fit',
      // Unlike --limit, refuses numbers that the service would cut.
      parse: wholeNumber('the limit', { min: 1, max: MAX_LIMIT, example: 5 }),
      default: null,
      option: 'limit',
      isForPeople: true,
      schema: () =>
        orNull({
          ...whole('Rows; null for as many as fit the terminal, and 10 elsewhere', 1),
          maximum: MAX_LIMIT,
        }),
    },
    {
      id: 'boards',
      doc: 'Only these boards',
      parse: parseBoardKeys,
      default: null,
      option: 'board',
      isForPeople: true,
      schema: () => orNull(list('Boards in this order; null for all boards', text('Board key, in any case'))),
    },
    {
      id: 'interval',
      doc: 'Time between polls of watch',
      parse: parseInterval,
      default: null,
      option: 'interval',
      schema: () =>
        orNull(amount('Seconds; null to poll when the next snapshot is due', { exclusiveMinimum: 0 })),
    },
    {
      id: 'palette',
      doc: 'Colour palette',
      parse: parsePalette,
      default: 'classic',
      option: 'palette',
      schema: () => oneOf('A palette', PALETTES),
    },
    {
      id: 'columns',
      doc: 'Columns of tables',
      parse: parseColumns,
      default: null,
      option: 'columns',
      isForPeople: true,
      schema: () =>
        orNull(
          list(
            'Columns in this order; null for those that fit',
            oneOf('A column', parseColumns.allowed.words),
          ),
        ),
    },
    {
      id: 'plain',
      doc: 'Plain text, with words instead of signs and nothing cut',
      parse: onOff('plain'),
      default: null,
      option: 'plain',
      isForPeople: true,
      schema: () =>
        orNull(flag('On or off; null if plain text depends on the output: on in a pipe and if TERM is dumb')),
    },
    {
      id: 'pins',
      doc: 'Tickers to highlight in watch',
      parse: parseTickers,
      default: null,
      schema: () => orNull(list('Tickers; null if there are none', text('Ticker'))),
    },
    {
      id: 'chart',
      doc: 'Chart that the key o opens in watch: https://x.example/{symbol}',
      parse: parseChart,
      default: null,
      schema: () => orNull(text('An https address with `{symbol}`; null if not set')),
    },
    {
      id: 'record',
      doc: 'Days to keep the recordings of watch, or off',
      parse: parseRecord,
      default: DEFAULT_RECORD_DAYS,
      variable: { name: 'BOARDS_RECORD', doc: 'days to keep the recordings of watch, or off' },
      schema: () => ({
        description: 'Days to keep recordings, or `off`',
        anyOf: [{ const: 'off' }, { type: 'integer', minimum: 1 }],
      }),
    },
    {
      id: 'timezone',
      doc: 'Time zone: local, utc, or a name such as Europe/Berlin',
      parse: parseTimeZone,
      default: 'local',
      schema: () => text('`local`, `utc` or an IANA name'),
    },
  ] as const satisfies Registry;
}

/** The types of the settings derive from the parsers and options of these preferences. */
export type Registered = ReturnType<typeof createPreferences>[number];

/** Maps preferences of earlier versions to advice. */
export const REMOVED_PREFERENCES: Readonly<Record<string, string>> = {
  wide: 'To show all columns: `boards --wide`',
};

export function preferenceParser(registry: Registry) {
  const names = registry.map(({ id }) => id);
  return Object.assign(
    (name: string): Preference => {
      const found = registry.find(({ id }) => id.toLowerCase() === name.toLowerCase());
      if (found !== undefined) return found;
      if (/^api[_-]?key/i.test(name)) {
        throw new UsageError('the key is not a preference', {
          hint: 'Store it with `boards login`, delete it with `boards logout`.',
        });
      }
      const instead = REMOVED_PREFERENCES[name.toLowerCase()];
      if (instead !== undefined)
        throw new UsageError(`the preference ${name.toLowerCase()} was removed`, { hint: instead });
      const [before = '', ...values] = name.split('=');
      if (values.length > 0 && names.some((id) => id === before))
        throw unexpected(
          'unknown preference',
          name,
          `Put a space after the name: ${before} ${values.join('=')}`,
        );
      throw unexpected('unknown preference', name, suggestionHint(name, names));
    },
    { allowed: { words: names } },
  );
}

export function preferenceText(value: PreferenceValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** Accepts the text that `config set` takes, or the value that it stores. */
export function decodePreference({ parse }: Preference, stored: unknown): PreferenceValue {
  if (isPreferenceValue(stored)) return parse(preferenceText(stored));
  throw new UsageError('of another type');
}

function isPreferenceValue(value: unknown): value is PreferenceValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}
