import { describe, expect, test } from 'vitest';
import { resolverOptions } from '../../src/api/lookup.ts';

describe('the wait of the resolver for each name server', () => {
  test.each([
    ['10 s: the default of glibc', 10, 1, 5],
    ['10 s, two servers', 10, 2, 2],
    ['10 s, three servers', 10, 3, 2],
    ['10 s, more servers than glibc uses', 10, 9, 2],
    ['3 s', 3, 1, 2],
    ['1 s', 1, 1, 1],
    ['less than a second', 0.3, 1, 1],
    ['a minute', 60, 1, 5],
    ['a minute, three servers', 60, 3, 5],
  ])('%s', (_, timeoutSeconds, servers, seconds) => {
    expect(resolverOptions(timeoutSeconds, servers)).toBe(`timeout:${seconds} attempts:1`);
  });
});
