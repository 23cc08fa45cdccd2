import { describe, expect, test } from 'vitest';
import { resolverOptions } from '../../src/api/lookup.ts';

const ONE = 'nameserver 192.0.2.1\n';
const TWO = `${ONE}nameserver 192.0.2.2\n`;
const THREE = `${TWO}  nameserver 192.0.2.3\n`;

describe('the resolver options that end a lookup within the timeout plus 1 s', () => {
  test.each([
    ['10 s', 10, ONE, 'timeout:2 attempts:2'],
    ['10 s, two servers', 10, TWO, 'timeout:1 attempts:2'],
    ['10 s, three servers, each asked once', 10, THREE, 'timeout:1 attempts:1'],
    ['10 s, more servers than glibc asks', 10, THREE + THREE, 'timeout:1 attempts:1'],
    ['11 s, three servers', 11, THREE, 'timeout:1 attempts:2'],
    ['3 s', 3, ONE, 'timeout:1 attempts:2'],
    ['2.5 s', 2.5, ONE, 'timeout:1 attempts:1'],
    ['1 s', 1, ONE, 'timeout:1 attempts:1'],
    ['less than a second', 0.3, ONE, 'timeout:1 attempts:1'],
    ['no file: glibc asks this computer', 10, '', 'timeout:2 attempts:2'],
    ['a file with too much', 10, `${ONE}options timeout:9 attempts:2`, 'timeout:2 attempts:2'],
    ['a file with too many attempts', 10, `${ONE}options attempts:5`, 'timeout:2 attempts:2'],
    ['comments', 10, `#nameserver x\n;options timeout:1\n${ONE}`, 'timeout:2 attempts:2'],
  ])('%s', (_, timeoutSeconds, configuration, expected) => {
    expect(resolverOptions(timeoutSeconds, configuration)).toBe(expected);
  });

  test.each([
    ['a minute: the defaults of glibc are short enough', 60, ONE],
    ['a minute, three servers', 60, THREE],
    ['own options that fit', 10, `${ONE}options ndots:1 timeout:1 attempts:4\n`],
    ['own options in two lines', 10, `${ONE}options timeout:1\noptions\tattempts:5\n`],
    ['own timeout that fits with the default of two attempts', 10, `${ONE}options timeout:2`],
  ])('nothing for %s', (_, timeoutSeconds, configuration) => {
    expect(resolverOptions(timeoutSeconds, configuration)).toBeNull();
  });
});
