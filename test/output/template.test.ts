import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { Row } from '../../src/fields/field.ts';
import { fieldNamed, fieldsOf } from '../../src/fields/fields.ts';
import { topPlayRow } from '../../src/fields/row.ts';
import { fillTemplate, parseTemplate } from '../../src/output/template.ts';

const FIELDS = ['symbol', 'dayPct', 'name'].map(fieldNamed);
const FIGURES = { name: null, price: null, volume: null, boards: null, bias: null, reasons: [] };
const ROW = topPlayRow({ ...FIGURES, symbol: 'AAA', dayPct: 4.5612 });
const READING = { now: 0, timeZone: undefined };

const fill = (text: string, { ascii = false, isPlain = false } = {}, row: Row = ROW) =>
  fillTemplate(parseTemplate(text, FIELDS), row, { ...READING, ascii, isPlain });

describe('a template', () => {
  test.each([
    ['{symbol} {dayPct}', 'AAA +4.56%'],
    ['{SYMBOL}{daypct:RAW}', 'AAA4.5612'],
    ['{ symbol : raw }', 'AAA'],
    ['[{name}] [{name:raw}]', '[–] []'],
    ['{symbol}\\t{dayPct}\\n', 'AAA\t+4.56%\n'],
    ['{{{symbol}}} {{symbol}} {{}}', '{AAA} {symbol} {}'],
    ['{symbol}\\\\t \\x \\', 'AAA\\t \\x \\'],
    ['$& $1 %s 100% {symbol}', '$& $1 %s 100% AAA'],
  ])('%j prints %j', (text, expected) => {
    expect(fill(text)).toBe(expected);
  });

  test('has ASCII signs where the terminal needs them, but raw values as they are', () => {
    expect(fill('{name} {name:raw}', { ascii: true }, { ...ROW, name: 'Zoë' })).toBe('Zoe Zoë');
    expect(fill('{name}', { ascii: true })).toBe('-');
  });

  test('has what was typed in every locale', () => {
    expect(fill('◆ – # {symbol}', { ascii: true })).toBe('◆ – # AAA');
  });

  test('has a hyphen for a missing value in plain output, but a dash of the service as it is', () => {
    expect(fill('{name}', { isPlain: true })).toBe('-');
    expect(fill('{name}', { isPlain: true }, { ...ROW, name: 'A – B' })).toBe('A – B');
  });

  const VALID = 'Valid: symbol, dayPct, name.';
  test.each([
    ['', '--format: no {field} in the template', `For example: --format "{symbol} {dayPct}". ${VALID}`],
    ['symbol', '--format: no {field} in the template', `For example: --format "{symbol} {dayPct}". ${VALID}`],
    [
      '{{symbol}}',
      '--format: no {field} in the template',
      `For example: --format "{symbol} {dayPct}". ${VALID}`,
    ],
    ['{zq81}', 'unknown field "zq81"', VALID],
    ['{symbl}', 'unknown field "symbl"', `Did you mean symbol? ${VALID}`],
    ['{DAYPC}', 'unknown field "DAYPC"', `Did you mean dayPct? ${VALID}`],
    ['{x}', 'unknown field "x"', VALID],
    ['{__proto__}', 'unknown field "__proto__"', VALID],
    ['{symbol.raw}', 'unknown field "symbol.raw"', VALID],
    ['{}', 'unknown field ""', VALID],
    ['{ :raw}', 'unknown field ""', VALID],
    [
      '{symbol:}',
      '--format: unknown suffix ":" after symbol',
      'Write {symbol}, or {symbol:raw} for its value as in JSON.',
    ],
    [
      '{symbol:json}',
      '--format: unknown suffix ":json" after symbol',
      'Write {symbol}, or {symbol:raw} for its value as in JSON.',
    ],
    ['{symbol', '--format: unmatched {', 'Write {symbol} for a field, and {{ or }} for a brace.'],
    ['{symbol {dayPct}', '--format: unmatched {', 'Write {symbol} for a field, and {{ or }} for a brace.'],
    ['{{{symbol}', undefined, ''],
    ['symbol}', '--format: unmatched }', 'Write {symbol} for a field, and {{ or }} for a brace.'],
    ['{symbol}} {name}', '--format: unmatched }', 'Write {symbol} for a field, and {{ or }} for a brace.'],
    ['{symbol}\n}', '--format: unmatched }', 'Write {symbol} for a field, and {{ or }} for a brace.'],
  ])('%j: %s', (text, message, hint) => {
    if (message === undefined) return expect(fill(text)).toBe('{AAA');
    const parse = () => parseTemplate(text, FIELDS);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(expect.objectContaining({ message, hint }));
  });

  test.each(['row', 'topPlay', 'symbol'] as const)('names no field of a %s twice', (subject) => {
    const fields = fieldsOf(subject).map(({ id }) => id);
    expect(new Set(fields).size).toBe(fields.length);
    expect(fields.length).toBeGreaterThan(5);
  });
});
