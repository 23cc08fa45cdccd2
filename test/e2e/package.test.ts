import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { cleanEnvironment } from '../support/program.ts';
import { isWindows } from '../support/system.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface PackageJson {
  readonly version: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
}

interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

const { version } = readJson<PackageJson>('package.json');

function npm(args: ReadonlyArray<string>, directory: string) {
  return spawnSync('npm', args, { cwd: directory, encoding: 'utf8', shell: isWindows });
}

describe('the package', () => {
  const prefix = temporaryDirectory();
  const installed = join(prefix, 'node_modules', 'ranked-boards');
  let files: ReadonlyArray<string> = [];

  beforeAll(() => {
    // Without the build of `npm pack`, which would delete dist while other tests run.
    const packed = npm(['pack', '--ignore-scripts', '--pack-destination', prefix], ROOT);
    const tarball = packed.stdout.trim();
    expect(tarball, packed.stderr).toBe(`ranked-boards-${version}.tgz`);
    const alone = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix];
    for (const place of [[], ['--global']]) {
      const result = npm(['install', ...place, ...alone, tarball], prefix);
      expect(result.status, result.stderr).toBe(0);
    }
    files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(installed.length + 1)
          .replaceAll('\\', '/'),
      );
  });

  function runInstalled(name: string, args: ReadonlyArray<string>) {
    const bin = join(prefix, 'node_modules', '.bin', name);
    return spawnSync(bin, args, {
      encoding: 'utf8',
      env: cleanEnvironment(),
      shell: isWindows,
    });
  }

  // npm links manual pages of global packages only, and on Windows none.
  test.skipIf(isWindows)('brings its manual page, so that man boards shows it', () => {
    const link = join(prefix, 'share', 'man', 'man1', 'boards.1');
    expect(readFileSync(link, 'utf8')).toBe(readFileSync(join(ROOT, 'docs', 'man', 'boards.1'), 'utf8'));
  });

  test('contains only the files that a user needs', () => {
    const compiled = files.filter((file) => file.startsWith('dist/'));
    expect(compiled.filter((file) => !file.endsWith('.cjs'))).toEqual([]);
    expect(compiled).toContain('dist/main.cjs');
    expect(files.filter((file) => !compiled.includes(file)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD-PARTY-NOTICES',
      'bin/boards.cjs',
      'completions/boards.bash',
      'completions/boards.fish',
      'completions/boards.ps1',
      'completions/boards.zsh',
      'docs/man/boards.1',
      'docs/pane.md',
      'docs/performance.md',
      'docs/recipes.md',
      'docs/recordings.md',
      'docs/scripts.md',
      'docs/troubleshooting.md',
      'package.json',
      'skills/boards/SKILL.md',
    ]);
  });

  test('has every file that its documents link to, but for pictures and the pages for contributors', () => {
    const linked = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const links = readFileSync(join(installed, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
        return [...links].map(([, link = '']) => posix.join(posix.dirname(file), link));
      });
    expect(linked.length).toBeGreaterThan(10);
    const ofRepository = /^(CONTRIBUTING|docs\/(architecture|decisions))\.md$|^docs\/pictures\//;
    expect(linked.filter((link) => !files.includes(link) && !ofRepository.test(link))).toEqual([]);
    expect(linked.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
  });

  test('contains no path of the machine that built it', () => {
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

test('THIRD-PARTY-NOTICES contains the licenses of exactly the bundled packages', async () => {
  const bundle = await rolldown({ input: 'src/main.ts', cwd: ROOT, platform: 'node', logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'cjs', dynamicImportInCjs: false });
  await bundle.close();
  const program = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  // Unless it removes comments, the bundler marks each module with its path.
  const paths = program.matchAll(/^\s*\/\/ (node_modules\/.*)$/gm);
  const directories = [...paths].map(
    ([, path = '']) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0],
  );
  const included = [...new Set(directories)].sort();
  const [, ...notices] = readFileSync(join(ROOT, 'THIRD-PARTY-NOTICES'), 'utf8').split(/^-{80}$/m);
  const expected = included.map((directory = '') => {
    const { name, version, license } = readJson<Dependency>(join(directory, 'package.json'));
    const file = readdirSync(join(ROOT, directory)).find((each) => /^licen[cs]e/i.test(each));
    const text = readFileSync(join(ROOT, directory, file ?? 'LICENSE'), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}`;
  });
  expect(notices.map((notice) => notice.trim()).sort()).toEqual(expected.sort());
});

test('the package has no dependencies', () => {
  const { dependencies, optionalDependencies, peerDependencies } = readJson<PackageJson>('package.json');
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
});
