import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeCertificate, trustOf } from '../support/certificates.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { closedPort, serveHttps } from '../support/loopback.ts';
import { canReplaceResolver, RESOLVER_IS_FIXED, startNameServer } from '../support/name-server.ts';
import { openProgram, runProgram } from '../support/program.ts';
import { runShell } from '../support/shell.ts';
import { bodyOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const SLOW = { BOARDS_BASE_URL: 'https://slow.example', BOARDS_API_KEY: 'of-the-test' };
/** A lookup that takes longer than any of these tests. */
const ENDLESS = { ...SLOW, RES_OPTIONS: 'timeout:30 attempts:5' };
const canReplace = canReplaceResolver();

beforeEach(({ skip }) => skip(!canReplace, RESOLVER_IS_FIXED));

describe.concurrent('a name server that never responds', () => {
  test('the message of a time-out is shown while the lookup continues', async () => {
    const { starter } = await startNameServer();
    let stderr = '';
    const ended = await runProgram(['--timeout', '1', '--retries', '0'], {
      env: ENDLESS,
      starter,
      onStart: (child) => {
        child.stderr?.on('data', (text: string) => {
          stderr += text;
          if (/^hint:/m.test(stderr)) child.kill('SIGINT');
        });
      },
    });
    expect(ended.stderr).toMatch(/^error: slow\.example timed out after 1 s\nhint: .*\n$/);
    expect(ended).toMatchObject({ signal: 'SIGINT' });
  });

  test('five timeframes share one lookup, and the program ends when the resolver gives up', async () => {
    const { starter, asked } = await startNameServer({ resolverOptions: 'timeout:2 attempts:1' });
    const args = ['-t', 'all', '--timeout', '1', '--retries', '0'];
    const ended = await runProgram(args, { env: SLOW, starter });
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    expect(ended.stderr).toMatch(/slow\.example timed out after 1 s/);
    // For IPv4 and IPv6.
    expect(asked).toEqual(['slow.example', 'slow.example']);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    '%s ends the program immediately',
    async (signal) => {
      const { starter, asked } = await startNameServer();
      const ended = await runProgram(['--timeout', '60'], {
        env: ENDLESS,
        starter,
        onStart: (child) => {
          void until(() => asked.length > 0).then(() => child.kill(signal));
        },
      });
      expect(ended).toEqual({ exitCode: null, signal, stdout: '', stderr: '' });
    },
  );

  test('a shell reports 143 after SIGTERM', async () => {
    const { starter, asked } = await startNameServer();
    const go = join(temporaryDirectory(), 'go');
    void until(() => asked.length > 0).then(() => writeFileSync(go, ''));
    const line = `${starter.join(' ')} $BOARDS --timeout 60 &
      until test -e ${go}; do sleep 0.1; done; kill -TERM $!; wait $!; echo "code $?"`;
    expect(await runShell(line, { env: ENDLESS })).toMatchObject({ stdout: 'code 143\n' });
  });
});

describe.concurrent('the live pane and a name server that never responds', () => {
  test('q restores the terminal immediately, and the program ends by itself', async () => {
    const { starter, asked } = await startNameServer({ resolverOptions: 'timeout:2 attempts:1' });
    const pane = openProgram([], {
      env: SLOW,
      shell: `${starter.join(' ')} $BOARDS watch --timeout 2; echo "code $?"`,
    });
    await until(() => asked.length > 0);
    pane.type('q');
    await pane.waitFor(() => pane.raw().includes('\x1b[?1049l'));
    await pane.waitFor(/code 0/);
    await pane.ended;
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s restores the terminal and ends the program immediately',
    async (signal) => {
      const { starter, asked } = await startNameServer();
      const pane = openProgram([], {
        env: ENDLESS,
        shell: `trap : TERM INT; ${starter.join(' ')} $BOARDS watch --timeout 60; echo "code $?"; stty -a`,
      });
      await until(() => asked.length > 0);
      pane.kill(signal);
      await pane.waitFor(signal === 'SIGTERM' ? /code 143/ : /code 130/);
      expect(await pane.waitFor(/[^-]icanon/)).toMatch(/[^-]echo /);
      expect(pane.emulator.isAlternateScreen()).toBe(false);
      await pane.ended;
    },
  );

  test('Ctrl-C after q ends the lookup that continues', async () => {
    const { starter, asked } = await startNameServer();
    const pane = openProgram([], {
      env: ENDLESS,
      shell: `trap : INT; ${starter.join(' ')} $BOARDS watch --timeout 60; echo "code $?"`,
    });
    await until(() => asked.length > 0);
    pane.type('q');
    await pane.waitFor(() => pane.raw().includes('\x1b[?1049l'));
    pane.kill('SIGINT');
    await pane.waitFor(/code 130/);
    await pane.ended;
  });
});

describe.concurrent('names are looked up by the system resolver', () => {
  test('hosts file: each address of a name is tried', async () => {
    const authority = makeCertificate({ name: 'Authority of the test', isAuthority: true });
    const certificate = makeCertificate({ name: 'two.test', authority });
    const server = await serveHttps(certificate, JSON.stringify(bodyOf()));
    const { starter, asked } = await startNameServer({ hosts: '::1 two.test\n127.0.0.1 two.test' });
    const env = { ...SLOW, ...trustOf(authority), BOARDS_BASE_URL: `https://two.test:${server.port}` };
    const ended = await runProgram(['--json', '--quiet', '--retries', '0'], { env, starter });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(asked).toEqual([]);
  });

  test('a search domain', async () => {
    const { starter, asked } = await startNameServer({
      search: 'corp.test',
      names: { 'boards.corp.test': '127.0.0.1' },
    });
    const env = { ...SLOW, BOARDS_BASE_URL: `https://boards:${await closedPort()}` };
    const ended = await runProgram(['--retries', '0'], { env, starter });
    expect(ended.stderr).toMatch(/^error: cannot reach \S+: connection refused \(ECONNREFUSED\)\n/);
    expect(asked).toContain('boards.corp.test');
  });
});
