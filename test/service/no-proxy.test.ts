import { describe, expect, test } from 'vitest';
import { findProxy, isExempt } from '../../src/service/proxy.ts';

describe('NO_PROXY', () => {
  test.each<[string, string, boolean]>([
    ['*', 'https://boards.example', true],
    ['other.example,*', 'https://boards.example', true],
    ['boards.example', 'https://boards.example', true],
    ['BOARDS.example', 'https://boards.EXAMPLE', true],
    ['other.example, boards.example', 'https://boards.example', true],
    ['other.example boards.example', 'https://boards.example', true],
    [',,', 'https://boards.example', false],
    ['example', 'https://boards.example', true],
    ['boards.example', 'https://api.boards.example', true],
    ['.boards.example', 'https://api.boards.example', true],
    ['*.boards.example', 'https://api.boards.example', true],
    ['.boards.example', 'https://boards.example', true],
    ['ards.example', 'https://boards.example', false],
    ['boards.example.org', 'https://boards.example', false],
    ['boards.example', 'https://boards.example.', true],
    ['boards.example.', 'https://boards.example', true],
    ['.boards.example.', 'https://api.boards.example.', true],
    ['boards.example:443', 'https://boards.example', true],
    ['boards.example:8443', 'https://boards.example:8443', true],
    ['boards.example:8443', 'https://boards.example', false],
    ['.example:8443', 'https://boards.example:8443', true],
    ['192.0.2.7', 'https://192.0.2.7', true],
    ['192.0.2.7:8443', 'https://192.0.2.7:8443', true],
    ['192.0.2.7:8443', 'https://192.0.2.7', false],
    ['0.2.7', 'https://192.0.2.7', false],
    ['2001:db8::1', 'https://[2001:db8::1]', true],
    ['2001:DB8:0::1', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]', false],
    ['::1', 'https://[::1]', true],
    ['192.0.2.0/24', 'https://192.0.2.7', true],
    ['192.0.2.0/24', 'https://192.0.3.7', false],
    ['0.0.0.0/0', 'https://192.0.2.7', true],
    ['2001:db8::/32', 'https://[2001:db8:1::1]', true],
    ['2001:db8::/32', 'https://[2001:db9::1]', false],
    ['192.0.2.0/99', 'https://192.0.2.7', false],
    ['192.0.2.0/24', 'https://boards.example', false],
    ['::/0', 'https://192.0.2.7', false],
    ['bücher.example', 'https://api.bücher.example', true],
    ['.BÜCHER.example:443', 'https://bücher.example', true],
    ['xn--bcher-kva.example', 'https://bücher.example', true],
    ['日本。example', 'https://日本.example', true],
    ['bücher.example', 'https://bucher.example', false],
    ['b cher.example', 'https://boards.example', false],
    ['exam%ple', 'https://boards.example', false],
    ['[', 'https://192.0.2.7', false],
    ['.', 'https://boards.example', false],
  ])('"%s" and %s', (list, url, exempt) => {
    expect(isExempt(new URL(url), list)).toBe(exempt);
  });
});

describe('which proxy', () => {
  const PROXY = { HTTPS_PROXY: 'http://proxy.example:3128' };
  test.each([
    'https://localhost',
    'https://localhost.',
    'https://127.0.0.1:8443',
    'https://127.8.9.1',
    'https://[::1]',
  ])('none for %s', (url) => expect(findProxy(new URL(url), PROXY)).toBeNull());

  test.each<[Record<string, string>, string]>([
    [PROXY, 'proxy.example:3128'],
    [{ ...PROXY, https_proxy: 'http://lower.example' }, 'lower.example'],
    [{ ...PROXY, ALL_PROXY: 'socks5://all.example' }, 'proxy.example:3128'],
    [{ HTTPS_PROXY: '', all_proxy: 'HTTP://all.example' }, 'all.example'],
    [{ HTTPS_PROXY: ' proxy.example:8080 ' }, 'proxy.example:8080'],
    [{ HTTPS_PROXY: 'https://trader:secret@[::1]:3128/' }, '[::1]:3128'],
  ])('%j', (env, host) => {
    expect(findProxy(new URL('https://boards.example'), env)?.url.host).toBe(host);
  });
});
