import { describe, expect, test } from 'vitest';
import { describeTime, parseTime } from '../src/parse-time.ts';
import { errorOf } from './support/errors.ts';

const NEW_YORK = 'America/New_York';
/** 14:32:10 in New York. */
const NOW = '2026-11-20T19:32:10.500Z';

function parse(text: string, now = NOW, timeZone: string | undefined = NEW_YORK): string {
  return new Date(parseTime(text, { now: Date.parse(now), option: '--at', timeZone })).toISOString();
}

function fault(text: string, now = NOW, timeZone: string | undefined = NEW_YORK) {
  return errorOf(() => parse(text, now, timeZone));
}

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
  ])('%s', (text, expected) => {
    expect(parse(text)).toBe(expected);
  });

  test('is on local clocks without a zone', () => {
    const time = new Date(parseTime('10:15', { now: Date.parse(NOW), option: '--at', timeZone: undefined }));
    expect([time.getHours(), time.getMinutes(), time.getDate()]).toEqual([10, 15, new Date(NOW).getDate()]);
  });

  test('is of the day that clocks of the zone show', () => {
    expect(parse('23:30', '2026-11-21T04:45:00Z')).toBe('2026-11-21T04:30:00.000Z');
    expect(parse('00:10', '2026-11-21T05:15:00Z')).toBe('2026-11-21T05:10:00.000Z');
    expect(parse('00:10', '2026-11-21T00:15:00Z', 'UTC')).toBe('2026-11-21T00:10:00.000Z');
    expect(parse('15m', '2026-11-21T05:10:00Z')).toBe('2026-11-21T04:55:00.000Z');
  });
});

describe('when clocks change', () => {
  test('an hour that occurs twice is the later one', () => {
    expect(parse('2026-11-01T01:30')).toBe('2026-11-01T06:30:00.000Z');
    expect(parse('01:30', '2026-11-01T12:00:00Z')).toBe('2026-11-01T06:30:00.000Z');
    expect(parse('2026-04-05T01:45', NOW, 'Australia/Lord_Howe')).toBe('2026-04-04T15:15:00.000Z');
  });

  test('in its first pass, an hour that occurs twice is the one that has come', () => {
    expect(parse('01:30', '2026-11-01T05:45:00Z')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('an hour that is skipped does not exist', () => {
    expect(fault('2026-03-08T02:30').message).toBe(
      '--at: 2026-03-08 02:30:00 does not exist: clocks skip it on that day',
    );
    expect(parse('2026-03-08T01:59')).toBe('2026-03-08T06:59:00.000Z');
    expect(parse('2026-03-08T03:00')).toBe('2026-03-08T07:00:00.000Z');
    expect(parse('2026-03-08T02:30Z')).toBe('2026-03-08T02:30:00.000Z');
  });
});

describe('errors', () => {
  test.each([
    ...['', '0', '-5', '0m', '-15m', '1e9d', '1w', '999999999h', '15 m', '15M', 'now', '10:5'],
    ...['ago', '15 ago', '0m ago', '15m agos', '15m ago ago', '10:15 ago', 'm ago'],
    ...['25:61', '24:00', '10:60', '10:15:60', '10:15Z', '10:15+99:00', '٣:١٥', '10:15 pm'],
    ...['2026-02-30T10:15', '2026-13-01T10:15', '0099-01-01T10:15', '2026-11-20', '2026-11-20T10:15+25:00'],
  ])('%j is not a time', (text) => {
    const { message, hint, exitCode } = fault(text);
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
    expect(fault(text)).toMatchObject({ exitCode: 2, message: `--at: ${time} has not come yet` });
  });
});

test('a time in messages has its date and zone', () => {
  expect(describeTime(Date.parse('2026-11-20T15:15:00Z'), NEW_YORK)).toBe('2026-11-20 10:15:00 EST');
  expect(describeTime(Date.parse('2026-11-20T15:15:00Z'), 'UTC')).toBe('2026-11-20 15:15:00 UTC');
});
