import { describe, expect, test } from 'vitest';
import { runCli } from '../support/world.ts';

const set = (value: string) => runCli(['config', 'set', 'chart', value]);

describe('boards config set chart', () => {
  test.each([
    'https://charts.example/{symbol}',
    'HTTPS://charts.example:8443/view?s={symbol}&again={symbol}',
    'https://charts.example?{symbol}',
    'https://charts.example/app#{symbol}',
    'https://bücher.example/{symbol}',
  ])('stores %s', async (address) => {
    const { exitCode, world } = await set(` ${address} `);
    expect({ exitCode, stored: world.storedConfig() }).toEqual({ exitCode: 0, stored: { chart: address } });
  });

  test.each([
    ['without {symbol}', 'https://charts.example/NVDA'],
    ['of another scheme', 'http://charts.example/{symbol}'],
    ['that runs code', 'javascript:alert("{symbol}")'],
    ['of a file', 'file:///{symbol}'],
    ['without a scheme', 'charts.example/{symbol}'],
    ['with the symbol as host', 'https://{symbol}/'],
    ['with the symbol in the host', 'https://charts.{symbol}.example/{symbol}'],
    ['with the symbol as port', 'https://charts.example:{symbol}/{symbol}'],
    ['with a user', 'https://me@charts.example/{symbol}'],
    ['with a line feed', 'https://charts.example/{symbol}\n'],
    ['with an escape sequence', 'https://charts.example/\x1b]0;x\x07{symbol}'],
    ['with a blank', 'https://charts.example/a b/{symbol}'],
    ['with a port that cannot be', 'https://charts.example:99999/{symbol}'],
    ['with backslashes', 'https:\\\\charts.example\\{symbol}'],
  ])('refuses an address %s', async (_, address) => {
    const { exitCode, stdout, stderr, world } = await set(address);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      'error: chart must be an https address with {symbol} after the host, not "',
    );
    expect(stderr).toContain('hint: For example: https://x.example/{symbol}.');
    expect(() => world.storedConfig()).toThrow('ENOENT');
  });

  test('and an invalid one in the config file is an error that says how to set it', async () => {
    const { exitCode, stderr } = await runCli('watch --json --count 1', {
      env: { BOARDS_API_KEY: '' },
      config: { chart: 'http://charts.example/{symbol}' },
    });
    expect(exitCode).toBe(3);
    expect(stderr.replace(/\s+/g, ' ')).toContain('boards config set chart https://x.example/{symbol}');
  });
});
