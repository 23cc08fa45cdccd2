import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import {
  CONFLUENCE_FIELDS,
  fillTemplate,
  parseTemplate,
  ROW_FIELDS,
  TOP_PLAY_FIELDS,
} from '../../src/view/template.ts';

const FIELDS = ['symbol', 'dayPct', 'name'];
const VALUES = {
  symbol: { text: 'AAA', raw: 'AAA' },
  dayPct: { text: '+4.56%', raw: 4.5612 },
  name: { text: '–', raw: null },
};

const fill = (text: string, ascii = false) => fillTemplate(parseTemplate(text, FIELDS), VALUES, ascii);

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
    const values = { ...VALUES, name: { text: 'Zoë', raw: 'Zoë' } };
    const template = parseTemplate('◆{name} {name:raw}', FIELDS);
    expect(fillTemplate(template, values, true)).toBe('*Zoe Zoë');
    expect(fill('{name}', true)).toBe('-');
  });

  const VALID = 'Valid: symbol, dayPct, name.';
  test.each([
    ['', 'no {field} in the template', `For example: --format '{symbol} {dayPct}'. ${VALID}`],
    ['symbol', 'no {field} in the template', `For example: --format '{symbol} {dayPct}'. ${VALID}`],
    ['{{symbol}}', 'no {field} in the template', `For example: --format '{symbol} {dayPct}'. ${VALID}`],
    ['{zq81}', 'unknown field', VALID],
    ['{symbl}', 'unknown field "symbl"', `Did you mean symbol? ${VALID}`],
    ['{DAYPC}', 'unknown field "DAYPC"', `Did you mean dayPct? ${VALID}`],
    ['{x}', 'unknown field "x"', VALID],
    ['{__proto__}', 'unknown field "__proto__"', VALID],
    ['{symbol.raw}', 'unknown field "symbol.raw"', VALID],
    ['{}', '{} names no field', `${VALID} For braces write {{}}.`],
    ['{ :raw}', '{} names no field', `${VALID} For braces write {{}}.`],
    ['{symbol:}', 'unknown form of symbol', 'Write {symbol}, or {symbol:raw} for its value as in JSON.'],
    [
      '{symbol:json}',
      'unknown form "json" of symbol',
      'Write {symbol}, or {symbol:raw} for its value as in JSON.',
    ],
    ['{symbol', '{ without }', 'Close it, as in {symbol}, or write {{ for a brace.'],
    ['{symbol {dayPct}', '{ without }', 'Close it, as in {symbol}, or write {{ for a brace.'],
    ['{{{symbol}', undefined, ''],
    ['symbol}', '} without {', 'Open it, as in {symbol}, or write }} for a brace.'],
    ['{symbol}} {name}', '} without {', 'Open it, as in {symbol}, or write }} for a brace.'],
    ['{symbol}\n}', '} without {', 'Open it, as in {symbol}, or write }} for a brace.'],
  ])('%j: %s', (text, message, hint) => {
    if (message === undefined) return expect(fill(text)).toBe('{AAA');
    const parse = () => parseTemplate(text, FIELDS);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(expect.objectContaining({ message: `--format: ${message}`, hint }));
  });

  test('quotes nothing that may be a key', () => {
    const key = 'brd_live_abcdefghijklmnopqrstuvwx';
    for (const text of [`{${key}}`, `{symbol:${key}}`, `{${key}`])
      expect(() => parseTemplate(text, FIELDS)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('abcdef') }),
      );
  });

  test.each([ROW_FIELDS, TOP_PLAY_FIELDS, CONFLUENCE_FIELDS])('names no field twice: %s', (...fields) => {
    expect(new Set(fields).size).toBe(fields.length);
    expect(fields.length).toBeGreaterThan(5);
  });
});
