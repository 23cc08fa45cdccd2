import fc from 'fast-check';

/** Any code points, also those that no text may contain. `fc.string({ unit: 'binary' })` builds a table of all of them first: 0.3 s. */
export function anyText({ maxLength = 10 } = {}): fc.Arbitrary<string> {
  const codePoints = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10ffff }));
  return fc.array(codePoints, { maxLength }).map((codes) => String.fromCodePoint(...codes));
}
