import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const pageOf = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8');
const PAGE = pageOf('architecture.md');
const FOLDERS = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const [, LAYOUT = ''] = /```text\n(bin[\s\S]*?)```/.exec(PAGE) ?? [];

function filesIn(directory: string): ReadonlyArray<string> {
  const names = readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${directory}/${name.replaceAll('\\', '/')}`);
}

describe('docs/architecture.md', () => {
  test('names only files that exist', () => {
    const files = [...readdirSync(ROOT), ...['bin', 'src', 'scripts', 'test'].flatMap(filesIn)];
    const named = PAGE.match(/\b[\w./-]+\.(ts|js|cjs)\b/g) ?? [];
    // The build makes dist/.
    const missing = named.filter(
      (name) => !name.startsWith('dist/') && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });

  test.each(FOLDERS)('has a place for src/%s in its layout', (name) => {
    expect(LAYOUT).toMatch(new RegExp(`^ +${name}/`, 'm'));
  });

  test('is one page', () => {
    expect(PAGE.split(/\s+/).length).toBeLessThanOrEqual(1500);
  });
});

describe('docs/decisions.md', () => {
  test('has a reason for each package, and for no other', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const [, tables = ''] = pageOf('decisions.md').split('## Dependencies');
    const rows = tables.split('\n').filter((line) => line.startsWith('| `'));
    const explained = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)]);
    expect(manifest).toMatchObject({
      devDependencies: Object.fromEntries(explained.map(([, name = '']) => [name, expect.any(String)])),
    });
    expect(explained.map(([, name]) => name).toSorted()).toEqual(
      Object.keys(Object(Object(manifest).devDependencies)).toSorted(),
    );
  });
});
