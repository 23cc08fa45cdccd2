import { describe, expect, test } from 'vitest';
import { findProxy, isExempt } from '../../src/service/proxy.ts';

describe('NO_PROXY', () => {
  const entries: ReadonlyArray<readonly [url: string, isExempt: boolean, lists: ReadonlyArray<string>]> = [
    [
      'https://boards.example',
      true,
      [
        '*',
        'other.example,*',
        'boards.example',
        'other.example, boards.example',
        'other.example boards.example',
        'example',
        '.boards.example',
        'boards.example.',
        'boards.example:443',
      ],
    ],
    ['https://boards.EXAMPLE', true, ['BOARDS.example']],
    [
      'https://boards.example',
      false,
      [
        ',,',
        'ards.example',
        'boards.example.org',
        'boards.example:8443',
        '192.0.2.0/24',
        'b cher.example',
        'exam%ple',
        '.',
      ],
    ],
    ['https://api.boards.example', true, ['boards.example', '.boards.example', '*.boards.example']],
    ['https://boards.example.', true, ['boards.example']],
    ['https://api.boards.example.', true, ['.boards.example.']],
    ['https://boards.example:8443', true, ['boards.example:8443', '.example:8443']],
    ['https://192.0.2.7', true, ['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0']],
    ['https://192.0.2.7:8443', true, ['192.0.2.7:8443']],
    ['https://192.0.2.7', false, ['192.0.2.7:8443', '0.2.7', '192.0.2.0/99', '::/0', '[']],
    ['https://[2001:db8::1]', true, ['2001:db8::1', '2001:DB8:0::1', '[2001:db8::1]']],
    ['https://[2001:db8::1]:8443', true, ['[2001:db8::1]:8443']],
    ['https://[2001:db8::1]', false, ['[2001:db8::1]:8443']],
    ['https://[::1]', true, ['::1']],
    ['https://192.0.3.7', false, ['192.0.2.0/24']],
    ['https://[2001:db8:1::1]', true, ['2001:db8::/32']],
    ['https://[2001:db9::1]', false, ['2001:db8::/32']],
    ['https://api.bücher.example', true, ['bücher.example']],
    ['https://bücher.example', true, ['.BÜCHER.example:443', 'xn--bcher-kva.example']],
    ['https://日本.example', true, ['日本。example']],
    ['https://bucher.example', false, ['bücher.example']],
  ];
  const cases = entries.flatMap(([url, exempt, lists]) => lists.map((list) => [list, url, exempt] as const));

  test.each(cases)('"%s" and %s', (list, url, exempt) => {
    expect(isExempt(new URL(url), list)).toBe(exempt);
  });
});

describe('which proxy', () => {
  test.each([
    ['HTTPS_PROXY', 'HTTPS_PROXY'],
    ['https_proxy', 'https_proxy'],
  ])('is named by its variable, on Windows too, which finds %s in any case', (name, shown) => {
    const read = (stored: Record<string, string>, key: string) =>
      Object.entries(stored).find(([each]) => each.toLowerCase() === key.toLowerCase())?.[1];
    const windows = new Proxy(
      { [name]: 'http://proxy.example' },
      { get: (env, key) => read(env, String(key)) },
    );
    expect(findProxy(new URL('https://boards.example'), windows)?.hint).toContain(`Check ${shown},`);
  });

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
