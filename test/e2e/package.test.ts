import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NO_REGISTRY = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT/;

interface PackageJson {
  readonly version: string;
  readonly man: string;
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly hasInstallScript?: boolean }>
  >;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

const { version, man } = readJson<PackageJson>('package.json');

function npm(args: ReadonlyArray<string>, directory: string) {
  return spawnSync('npm', args, { cwd: directory, encoding: 'utf8', shell: process.platform === 'win32' });
}

describe('the package', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'boards-package-'));
  const installed = join(elsewhere, 'node_modules', 'ranked-boards');
  let files: ReadonlyArray<string> = [];
  let missing = '';

  beforeAll(() => {
    // As `npm pack` does after its build, which would pull dist away from the tests beside this one.
    const packed = npm(['pack', '--ignore-scripts', '--pack-destination', elsewhere], ROOT);
    const tarball = packed.stdout.trim();
    expect(tarball, packed.stderr).toBe(`ranked-boards-${version}.tgz`);
    const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
    const result = npm(['install', '--ignore-scripts', '--prefix', elsewhere, ...quick, tarball], elsewhere);
    if (NO_REGISTRY.test(result.stderr)) missing = 'the registry cannot be reached';
    else expect(result.status, result.stderr).toBe(0);
    const names = missing === '' ? readdirSync(installed, { recursive: true, withFileTypes: true }) : [];
    files = names
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(installed.length + 1)
          .replaceAll('\\', '/'),
      );
  }, 60_000);

  beforeEach(({ skip }) => skip(missing !== '', missing));

  function runInstalled(name: string, args: ReadonlyArray<string>) {
    const bin = join(elsewhere, 'node_modules', '.bin', name);
    return spawnSync(bin, args, {
      encoding: 'utf8',
      env: cleanEnvironment(),
      shell: process.platform === 'win32',
    });
  }

  test('holds what a user needs, and nothing else', () => {
    const compiled = files.filter((file) => file.startsWith('dist/'));
    expect(compiled.filter((file) => !file.endsWith('.js'))).toEqual([]);
    expect(compiled).toContain('dist/main.js');
    expect(files.filter((file) => !compiled.includes(file)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/boards.js',
      'completions/boards.1',
      'completions/boards.bash',
      'completions/boards.fish',
      'completions/boards.ps1',
      'completions/boards.zsh',
      'package.json',
    ]);
  });

  test('knows nothing of the machine that made it', () => {
    const traces = [ROOT, tmpdir(), '/home/', '/Users/', 'sourceMappingURL'];
    const found = files.filter((file) => {
      const text = readFileSync(join(installed, file), 'utf8');
      return traces.some((trace) => text.includes(trace));
    });
    expect(found).toEqual([]);
  });

  test.each(['boards', 'ranked-boards'])('%s --version', (name) => {
    expect(runInstalled(name, ['--version'])).toMatchObject({
      status: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test('boards --sandbox --json', () => {
    const { status, stdout } = runInstalled('boards', ['--sandbox', '--json']);
    expect(status).toBe(0);
    expect(Object.keys(JSON.parse(stdout).boards)).toContain('movers');
  });

  test('boards completion fish', () => {
    const script = readFileSync(join(ROOT, 'completions', 'boards.fish'), 'utf8');
    expect(runInstalled('boards', ['completion', 'fish'])).toMatchObject({ status: 0, stdout: script });
  });
});

test('no dependency runs a script when it is installed', () => {
  const { packages } = readJson<Lock>('package-lock.json');
  const shipped = Object.entries(packages).filter(([, { dev }]) => dev !== true);
  expect(shipped.length).toBeGreaterThan(10);
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
});

describe('the manual page', () => {
  test.for([
    // mandoc would have a date, which only a release knows.
    ['mandoc', ['-T', 'lint', '-W', 'error'], /^$/],
    ['mandoc', ['-T', 'utf8'], /BOARDS\(1\)/],
    ['groff', ['-man', '-ww', '-T', 'utf8'], /BOARDS\(1\)/],
  ] as const)('%s %j reads it without complaint', ([program, args, expected], { skip }) => {
    const { error, status, stdout, stderr } = spawnSync(program, [...args, join(ROOT, man)], {
      encoding: 'utf8',
    });
    skip(error !== undefined, `${program} is not installed here`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(expected);
  });
});
