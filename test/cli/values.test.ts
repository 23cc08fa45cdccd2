import { describe, expect, test } from 'vitest';
import { parseInterval } from '../../src/cli/values/durations.ts';
import { parseBoardKeys, parsePalette, parseTimeframes } from '../../src/cli/values/lists.ts';
import { parseTime, parseTimeZone } from '../../src/cli/values/times.ts';
import { onOff, parseLimit } from '../../src/cli/values/values.ts';
import { parseColumns } from '../../src/fields/fields.ts';
import { describeTime } from '../../src/lib/time.ts';
import { parseBaseUrl } from '../../src/settings/base-url.ts';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { errorOf } from '../support/errors.ts';

describe('valid values', () => {
  test.each([
    [parseTimeframes, 'day', ['day']],
    [parseTimeframes, ' Swing , DAY,swing,', ['swing', 'day']],
    [parseTimeframes, 'all', ['scalp', 'day', 'swing', 'position', 'investing']],
    [parseTimeframes, 'swing,ALL', ['swing', 'scalp', 'day', 'position', 'investing']],
    [parseLimit, '1', 1],
    [parseLimit, '9999999999999999', 1e16],
    [parseLimit, '9'.repeat(19), 1e19],
    [parseBoardKeys, 'movers, someNewBoard ,MOVERS', ['movers', 'someNewBoard']],
    [parseInterval, '5m', 300],
    [parseInterval, '1.5h', 5400],
    [parseInterval, '1h30m', 5400],
    [parseInterval, '1h0.5m10s', 3640],
    [parseInterval, '1d', 86400],
    [onOff('plain'), ' ON ', true],
    [onOff('plain'), 'Yes', true],
    [onOff('plain'), 'off', false],
    [parsePalette, 'Red-Up', 'red-up'],
    [parseColumns, 'symbol,DAYPCT', ['symbol', 'dayPct']],
    [parseColumns, 'Chg,vol,BDS', ['dayPct', 'volume', 'boards']],
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
    [onOff('plain'), 'offf', 2, /plain must be on or off, not "offf"/, /^Valid: on, off/],
    [parseColumns, 'symbl', 2, /unknown column/, /Did you mean symbol/],
    [parseColumns, 'symbol,DAYPCT,symbol', 2, /the column symbol is given twice/, /^Give each column once/],
    [parseColumns, 'chg,vol,dayPct', 2, /the column dayPct is given twice/, /^Give each column once/],
    [parseColumns, 'chg,bd', 2, /unknown column "bd"/, /Valid: rank, symbol/],
    ...['0', '-1', '0x10', '1e1', '1.5', '', ' ', ' 5', '٣', 'ten'].map(
      (text) => [parseLimit, text, 2, /limit must be a whole number from 1 to 10/, /example: 5/] as const,
    ),
    ...['0', '-5', '0x10', '1e9', 'Infinity', 'NaN', '', ' ', '1.', '.5', '1,5', '5 m'].map(
      (text) =>
        [parseInterval, text, 2, /interval must be a duration of more than 0/, /example: 90s/] as const,
    ),
    ...['5M', '1h30', '30m1h', '1w', '86401'].map(
      (text) => [parseInterval, text, 2, /a duration of more than 0 and at most 1d/, /example: 90s/] as const,
    ),
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

const NEW_YORK = 'America/New_York';
/** 14:32:10 in New York. */
const NOW = '2026-11-20T19:32:10.500Z';

function timeOf(text: string, now = NOW, timeZone: string | undefined = NEW_YORK): string {
  return new Date(parseTime(text, { now: Date.parse(now), option: '--at', timeZone })).toISOString();
}

function faultOf(text: string, now = NOW, timeZone: string | undefined = NEW_YORK) {
  return errorOf(() => timeOf(text, now, timeZone));
}

test('every time zone that Node lists keeps its spelling, whatever case it is typed in', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const typed = zones.flatMap((zone) => [zone.toLowerCase(), zone.toUpperCase()]);
  expect(typed.length).toBeGreaterThan(600);
  expect(
    typed.filter((zone) => !zones.includes(parseTimeZone(zone)) && zone.toLowerCase() !== 'utc'),
  ).toEqual([]);
});

describe('a time', () => {
  test.each([
    ['10:15', '2026-11-20T15:15:00.000Z'],
    [' 9:05 ', '2026-11-20T14:05:00.000Z'],
    ['10:15:30', '2026-11-20T15:15:30.000Z'],
    ['00:00', '2026-11-20T05:00:00.000Z'],
    ['14:32:10', '2026-11-20T19:32:10.000Z'],
    ['2026-11-19T10:15', '2026-11-19T15:15:00.000Z'],
    ['2026-07-01t10:15', '2026-07-01T14:15:00.000Z'],
    ['2026-11-19 10:15:01.25', '2026-11-19T15:15:01.250Z'],
    ['2026-11-20T10:15Z', '2026-11-20T10:15:00.000Z'],
    ['2026-11-20T10:15:30.123z', '2026-11-20T10:15:30.123Z'],
    ['2026-11-20T10:15-05:00', '2026-11-20T15:15:00.000Z'],
    ['2026-11-20T10:15+0530', '2026-11-20T04:45:00.000Z'],
    ['90s', '2026-11-20T19:30:40.500Z'],
    ['15m', '2026-11-20T19:17:10.500Z'],
    ['1.5h', '2026-11-20T18:02:10.500Z'],
    ['1h30m', '2026-11-20T18:02:10.500Z'],
    ['2d ago', '2026-11-18T19:32:10.500Z'],
    ['30h', '2026-11-19T13:32:10.500Z'],
    ['15m ago', '2026-11-20T19:17:10.500Z'],
    [' 15m  ago ', '2026-11-20T19:17:10.500Z'],
    ['15mago', '2026-11-20T19:17:10.500Z'],
    ['now', NOW],
    [' Now ', NOW],
    ['yesterday 10:15', '2026-11-19T15:15:00.000Z'],
    ['Yesterday  9:05:30', '2026-11-19T14:05:30.000Z'],
    ['yesterday 23:59', '2026-11-20T04:59:00.000Z'],
  ])('%s', (text, expected) => {
    expect(timeOf(text)).toBe(expected);
  });

  test('is on local clocks without a zone', () => {
    const time = new Date(parseTime('10:15', { now: Date.parse(NOW), option: '--at', timeZone: undefined }));
    expect([time.getHours(), time.getMinutes(), time.getDate()]).toEqual([10, 15, new Date(NOW).getDate()]);
  });

  test('is of the day that clocks of the zone show', () => {
    expect(timeOf('23:30', '2026-11-21T04:45:00Z')).toBe('2026-11-21T04:30:00.000Z');
    expect(timeOf('00:10', '2026-11-21T05:15:00Z')).toBe('2026-11-21T05:10:00.000Z');
    expect(timeOf('00:10', '2026-11-21T00:15:00Z', 'UTC')).toBe('2026-11-21T00:10:00.000Z');
    expect(timeOf('15m', '2026-11-21T05:10:00Z')).toBe('2026-11-21T04:55:00.000Z');
    expect(timeOf('yesterday 23:30', '2026-11-21T04:45:00Z')).toBe('2026-11-20T04:30:00.000Z');
    // The day before, clocks were set forward.
    expect(timeOf('yesterday 01:30', '2026-03-09T04:30:00Z')).toBe('2026-03-08T06:30:00.000Z');
    expect(timeOf('yesterday 03:30', '2026-03-09T12:00:00Z')).toBe('2026-03-08T07:30:00.000Z');
  });
});

describe('when clocks change', () => {
  test('an hour that occurs twice is the later one', () => {
    expect(timeOf('2026-11-01T01:30')).toBe('2026-11-01T06:30:00.000Z');
    expect(timeOf('01:30', '2026-11-01T12:00:00Z')).toBe('2026-11-01T06:30:00.000Z');
    expect(timeOf('2026-04-05T01:45', NOW, 'Australia/Lord_Howe')).toBe('2026-04-04T15:15:00.000Z');
  });

  test('in its first pass, an hour that occurs twice is the one that has come', () => {
    expect(timeOf('01:30', '2026-11-01T05:45:00Z')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('an hour that is skipped does not exist', () => {
    expect(faultOf('2026-03-08T02:30').message).toBe(
      '--at: 2026-03-08T02:30 does not exist, because clocks are set forward on that day',
    );
    expect(timeOf('2026-03-08T01:59')).toBe('2026-03-08T06:59:00.000Z');
    expect(timeOf('2026-03-08T03:00')).toBe('2026-03-08T07:00:00.000Z');
    expect(timeOf('2026-03-08T02:30Z')).toBe('2026-03-08T02:30:00.000Z');
  });
});

describe('an invalid time', () => {
  test.each([
    ...['', '0', '-5', '0m', '-15m', '1e9d', '1w', '999999999h', '15 m', '15M', 'today', '10:5'],
    ...['ago', '15 ago', '0m ago', '15m agos', '15m ago ago', '10:15 ago', 'm ago'],
    ...['25:61', '24:00', '10:60', '10:15:60', '10:15Z', '10:15+99:00', '٣:١٥', '10:15 pm'],
    ...['2026-02-30T10:15', '2026-13-01T10:15', '0099-01-01T10:15', '2026-11-20T10:15+25:00'],
  ])('%j is not a time', (text) => {
    const { message, hint, exitCode } = faultOf(text);
    expect(exitCode).toBe(2);
    expect(message).toBe(`--at: invalid time ${JSON.stringify(text)}`);
    expect(hint).toContain('15m for 15 minutes ago');
  });

  test.each([
    ['14:32:11', '14:32:11'],
    ['23:59', '23:59'],
    ['2026-11-20T14:33', '2026-11-20 14:33:00 EST'],
    ['2026-11-20T19:32:11.000Z', '2026-11-20 14:32:11 EST'],
    ['2999-01-01T00:00:00+05:00', '2998-12-31 14:00:00 EST'],
  ])('%s has not come yet', (text, time) => {
    expect(faultOf(text)).toMatchObject({ exitCode: 2, message: `--at: ${time} has not come yet` });
  });
});

test('a time in messages has its date and zone', () => {
  expect(describeTime(Date.parse('2026-11-20T15:15:00Z'), NEW_YORK)).toBe('2026-11-20 10:15:00 EST');
  expect(describeTime(Date.parse('2026-11-20T15:15:00Z'), 'UTC')).toBe('2026-11-20 15:15:00 UTC');
});
