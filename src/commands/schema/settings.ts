import type { Preference } from '../../config/preferences.ts';
import { columnsOf } from '../../fields/fields.ts';
import {
  amount,
  flag,
  list,
  object,
  oneOf,
  orNull,
  type Properties,
  ref,
  type Schema,
  text,
  whole,
} from '../../json-schema.ts';
import { PALETTES, TIMEFRAMES } from '../../vocabulary.ts';
import { AS_OF, session, UNLESS_SENT } from './service.ts';

function setting(description: string, value: Schema): Schema {
  return object(description, {
    value,
    source: text(
      'Where it comes from: an option, an environment variable, `config file`, `default` or `not set`',
    ),
  });
}

const PREFERENCE_SCHEMAS: Readonly<Record<Preference, Schema>> = {
  baseUrl: setting('Base URL of the service', orNull(text('An absolute URL; null: not set'))),
  timeframe: setting('Timeframes to show', list('In this order', oneOf('A timeframe', TIMEFRAMES))),
  limit: setting('Rows per board', { ...whole('Rows', 1), maximum: 10 }),
  boards: setting(
    'Only these boards',
    orNull(list('In this order; null: all boards', text('Board key, in any case'))),
  ),
  interval: setting(
    'Time between polls of watch',
    orNull(amount('Seconds; null: the rhythm of the service', { exclusiveMinimum: 0 })),
  ),
  palette: setting('Colours', oneOf('A palette', PALETTES)),
  columns: setting(
    'Columns of the tables',
    orNull(
      list(
        'In this order; null: those that fit',
        oneOf(
          'A column',
          columnsOf('row').map(({ id }) => id),
        ),
      ),
    ),
  ),
  wide: setting('All columns, one board a row', flag('On or off')),
  pins: setting('Tickers that stand out in watch', orNull(list('Null: none', text('Ticker')))),
  timezone: setting('Zone of the times shown', text('`local`, `utc` or an IANA name')),
  record: setting('Whether watch records', {
    description: 'Days to keep recordings, or `off`',
    anyOf: [{ const: 'off' }, { type: 'integer', minimum: 1 }],
  }),
};

export const SETTINGS: Properties = {
  preferences: object(
    'The effective preferences, by name; more can be added',
    Object.fromEntries(Object.entries(PREFERENCE_SCHEMAS)),
  ),
  status: object('The effective settings, and one test request', {
    sandbox: flag('True: the data is simulated'),
    baseUrl: {
      description: 'Base URL of the service; null: not set',
      anyOf: [setting('Base URL of the service', text('An absolute URL')), { type: 'null' }],
    },
    apiKey: {
      description: 'The key that was found; null: none',
      anyOf: [
        object('The key that was found', {
          masked: text('Its last four characters'),
          source: oneOf('Where it comes from', ['BOARDS_API_KEY', 'config file']),
          origin: orNull(text('The only origin that it is sent to; null: any, for one of the environment')),
          usable: flag('True: it may be sent to the base URL'),
          overridesConfigFile: flag('True: another one is in the config file'),
        }),
        { type: 'null' },
      ],
    },
    configPath: orNull(text('Path of the config file; null: there is no home directory')),
    recordings: object('Recordings of watch', {
      path: orNull(text('Their directory; null: there is none')),
      bytes: whole('Size on disk in bytes', 0),
      days: whole('Number of recorded days', 0),
    }),
    preferences: ref('preferences'),
    check: object('The test request', {
      session,
      asOf: orNull(text(`${AS_OF}. ${UNLESS_SENT}`)),
      requestsLeft: orNull(amount('Requests left in this minute; null: the service did not say')),
      milliseconds: amount('Time until the whole response had arrived, in milliseconds', { minimum: 0 }),
    }),
  }),
};
