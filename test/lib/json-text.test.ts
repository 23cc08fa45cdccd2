import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonParts, renderJson } from '../../src/lib/json-text.ts';

/** Characters that a terminal interprets or hides. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Code units rather than characters, to include lone surrogates; special ones are more frequent. */
const UNIT = fc
  .oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.constantFrom(
      0,
      7,
      10,
      13,
      27,
      34,
      92,
      127,
      0x9b,
      0xad,
      0x200b,
      0x2028,
      0x202e,
      0xd83d,
      0xde00,
      0xdb40,
      0xfe0f,
      0xfeff,
    ),
  )
  .map((code) => String.fromCharCode(code));

describe.each([
  ['on one line', false],
  ['indented', true],
])('renderJson %s', (_, indented) => {
  test('is lossless and contains no invisible characters', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: UNIT, maxDepth: 4 }), (value) => {
        const json = renderJson(value, indented);
        // JSON.stringify turns -0 into 0.
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        const lines = json.split('\n');
        expect(lines.at(-1)).toBe('');
        if (!indented) expect(lines).toHaveLength(2);
        for (const line of lines) expect(line).not.toMatch(INVISIBLE);
      }),
      { numRuns: 120, seed: 36 },
    );
  });

  test.each([
    ['ESC', '\x1b[2J', '\\u001b[2J'],
    ['line feed', 'a\nb', 'a\\nb'],
    ['DEL and C1', '\x7f\x9b', '\\u007f\\u009b'],
    ['line separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['bidi and zero-width', '\u202e\u2066\u200b\ufeff', '\\u202e\\u2066\\u200b\\ufeff'],
    ['annotations and number signs', '\ufff9\u0600', '\\ufff9\\u0600'],
    ['tags', '\u{e0041}', '\\udb40\\udc41'],
    ['fillers and variation selectors', '\u3164\u115f\u034f\ufe0f', '\\u3164\\u115f\\u034f\\ufe0f'],
    ['lone surrogates', '\ud83d', '\\ud83d'],
    ['quote and backslash', '"\\', '\\"\\\\'],
    ['what is visible', 'é 株 🚀 بنك', 'é 株 🚀 بنك'],
  ])('%s', (name, text, escaped) => {
    expect(renderJson(text, indented)).toBe(`"${escaped}"\n`);
    expect(renderJson({ [text]: name }, false)).toBe(`{"${escaped}":"${name}"}\n`);
  });

  test('is the same in parts', () => {
    const values = fc.array(fc.jsonValue({ stringUnit: UNIT, maxDepth: 4 }));
    fc.assert(
      fc.property(values, (items) => {
        const parts = [...jsonParts(items, (item) => item, indented)];
        expect(parts.join('')).toBe(renderJson(items, indented));
        expect(parts).toHaveLength(items.length + 1);
      }),
      { numRuns: 200 },
    );
  });

  test('keeps a key named __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    expect(renderJson(value, false)).toBe('{"__proto__":{"a":1},"constructor":2}\n');
  });
});

test('renderJson indents by two spaces', () => {
  expect(renderJson({ a: [1, { b: null }], c: {} }, true)).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {}\n}\n',
  );
});
