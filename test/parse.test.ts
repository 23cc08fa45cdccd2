import { describe, expect, test } from 'vitest';
import { parseColumns } from '../src/fields/fields.ts';
import {
  onOff,
  parseBoardKeys,
  parseInterval,
  parseLimit,
  parsePalette,
  parseTimeframes,
} from '../src/parse.ts';
import { parseBaseUrl } from '../src/settings/base-url.ts';
import { CANARY_KEY as KEY, leakIn } from './support/canary.ts';
import { errorOf } from './support/errors.ts';

describe('valid values', () => {
  test.each([
    [parseTimeframes, 'day', ['day']],
    [parseTimeframes, ' Swing , DAY,swing,', ['swing', 'day']],
    [parseTimeframes, 'all', ['scalp', 'day', 'swing', 'position', 'investing']],
    [parseTimeframes, 'swing,ALL', ['swing', 'scalp', 'day', 'position', 'investing']],
    [parseLimit, '1', 1],
    [parseLimit, '9999999999999999', Number.MAX_SAFE_INTEGER],
    [parseLimit, '9'.repeat(19), Number.MAX_SAFE_INTEGER],
    [parseBoardKeys, 'movers, someNewBoard ,MOVERS', ['movers', 'someNewBoard']],
    [parseInterval, '5m', 300],
    [parseInterval, '1.5h', 5400],
    [parseInterval, '1h30m', 5400],
    [parseInterval, '1h0.5m10s', 3640],
    [parseInterval, '1d', 86400],
    [onOff('wide'), ' ON ', true],
    [onOff('wide'), 'Yes', true],
    [onOff('wide'), 'off', false],
    [parsePalette, 'Red-Up', 'red-up'],
    [parseColumns, 'symbol,DAYPCT,symbol', ['symbol', 'dayPct']],
    [parseColumns, 'Chg,vol,BDS,volume', ['dayPct', 'volume', 'boards']],
    [parseBaseUrl, 'https://Boards.Example/', 'https://boards.example'],
    [parseBaseUrl, ' https://boards.example:8443/v//', 'https://boards.example:8443/v'],
    [parseBaseUrl, 'http://127.8.9.1:1', 'http://127.8.9.1:1'],
    [parseBaseUrl, 'http://[::1]:8787', 'http://[::1]:8787'],
  ])('%o %j', (parse, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });
});

describe('invalid values are rejected with a hint', () => {
  test.each([
    [parseTimeframes, 'swng', 2, /unknown timeframe "swng"/, /Did you mean swing\?.*scalp, day/],
    [parseTimeframes, 'day,__proto__', 2, /unknown timeframe/, /Valid/],
    [parseTimeframes, ' , ', 2, /no timeframe given/, /scalp, day/],
    [parseBoardKeys, ',', 2, /no board given/, /^Valid: alerted, movers/],
    [parsePalette, 'colourblind', 2, /unknown palette/, /Did you mean colorblind/],
    [onOff('wide'), 'offf', 2, /wide must be on or off, not "offf"/, /Did you mean off\?.*on, off/],
    [parseColumns, 'symbl', 2, /unknown column/, /Did you mean symbol/],
    [parseColumns, 'chg,bd', 2, /unknown column "bd"/, /Valid: rank, symbol/],
    [parseLimit, '0', 2, /limit must be at least 1/, /1 to 10/],
    ...['-1', '0x10', '1e1', '1.5', '', ' ', ' 5', '٣', 'ten'].map(
      (text) => [parseLimit, text, 2, /limit must be a whole number/, /1 to 10/] as const,
    ),
    [parseInterval, '0', 2, /interval must be more than 0/, /90s, 5m, 1h30m or 1d.*1d/],
    ...[
      '-5',
      '0x10',
      '1e9',
      'Infinity',
      'NaN',
      '',
      ' ',
      '1.',
      '.5',
      '1,5',
      '5 m',
      '5M',
      '1h30',
      '30m1h',
      '1w',
    ].map(
      (text) => [parseInterval, text, 2, /interval must be a duration/, /90s, 5m, 1h30m or 1d.*1d/] as const,
    ),
    [parseInterval, '86401', 2, /interval must be at most 1d, not "86401"/, /At most 1d/],
    [parseBaseUrl, '', 3, /is empty/, /https:/],
    [parseBaseUrl, 'boards.example', 3, /not a complete URL/, /https:/],
    [parseBaseUrl, 'https://', 3, /not a complete URL/, /https:/],
    [parseBaseUrl, 'http://boards.example', 3, /this computer only/, /https:/],
    [parseBaseUrl, 'http://127.0.0.1.boards.example', 3, /this computer only/, /https:/],
    [parseBaseUrl, 'ftp://boards.example', 3, /must begin with https/, /https:/],
    [parseBaseUrl, 'file:///etc/passwd', 3, /must begin with https/, /https:/],
    [parseBaseUrl, 'https://boards.example/?a=1', 3, /must not contain \?/, /https:/],
  ] as const)('%o %j', (parse, text, exitCode, message, hint) => {
    const error = errorOf(() => parse(text));
    expect(error.exitCode).toBe(exitCode);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
    expect(error.message.length).toBeLessThan(120);
  });

  test.each([
    [parseBaseUrl, KEY],
    [parseBaseUrl, `https://trader:${KEY}@boards.example`],
    [parseBaseUrl, `https://${KEY}@boards.example`],
    [parseBaseUrl, `http://trader:${KEY}@boards.example`],
    [parseBaseUrl, `https://trader:${KEY}@:bad:`],
    [parseBaseUrl, `https://boards.example/${KEY}`],
  ])('%o does not repeat a key or password', (parse, text) => {
    const error = errorOf(() => parse(text));
    expect(leakIn(`${error.message} ${error.hint}`)).toBeNull();
  });
});
