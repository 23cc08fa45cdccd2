import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
/** What everything stands on: the files directly in src but the two at the top. */
const BASE = 'base';
const SNAPSHOT_TYPES = 'type api/snapshot';
/** The version; only main.ts may read it. */
const PACKAGE = '../package.json';

/** What each layer may import; `type` in front allows types alone. */
const ALLOWED: Readonly<Record<string, ReadonlyArray<string>>> = {
  base: [BASE],
  api: [BASE, 'api'],
  config: [BASE, 'config'],
  model: [BASE, 'model', 'api/snapshot'],
  view: [BASE, 'view', 'type model', SNAPSHOT_TYPES],
  terminal: [BASE, 'terminal'],
  sandbox: [BASE, 'sandbox', SNAPSHOT_TYPES],
  watch: [BASE, 'watch', 'api', 'model', 'view', 'terminal'],
  commands: [BASE, 'commands', 'api', 'config', 'model', 'view', 'terminal', 'watch', 'sandbox'],
  cli: [BASE, 'commands', 'config', 'view'],
  // The composition root: it alone joins the real transport to the rest.
  main: [BASE, 'cli', 'api', PACKAGE],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function sourceFiles(): ReadonlyArray<string> {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3).replaceAll('\\', '/'));
}

function layerOf(file: string): string {
  if (file === 'cli' || file === 'main') return file;
  return file.includes('/') ? (file.split('/')[0] ?? file) : BASE;
}

/** Imports of a file inside src: static, re-exported and dynamic. */
function importsOf(file: string): ReadonlyArray<Import> {
  const text = readFileSync(join(SOURCE, `${file}.ts`), 'utf8');
  const pattern =
    /(?:^|\n)(?:import|export)\s+(type\s+)?([^;]*?)\s*from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;
  return [...text.matchAll(pattern)].map(([, type, names = '', path, dynamicPath]) => {
    const target = join(dirname(join(SOURCE, file)), path ?? dynamicPath ?? '');
    const items = names
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const isType =
      type !== undefined || (items.length > 0 && items.every((name) => name.startsWith('type ')));
    return { from: file, to: relative(SOURCE, target).replaceAll('\\', '/').replace(/\.ts$/, ''), isType };
  });
}

function isAllowed({ from, to, isType }: Import): boolean {
  const allowed = ALLOWED[layerOf(from)] ?? [];
  if (to === PACKAGE) return allowed.includes(PACKAGE);
  return [to, layerOf(to)].some(
    (name) => allowed.includes(name) || (isType && allowed.includes(`type ${name}`)),
  );
}

/** A way of imports that leads from a file back to itself; null when there is none. */
function findCycle(imports: ReadonlyArray<Import>): ReadonlyArray<string> | null {
  const targets = new Map<string, Array<string>>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, way: ReadonlyArray<string>): ReadonlyArray<string> | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of targets.get(file) ?? []) {
      const cycle = visit(target, [...way, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of targets.keys()) {
    const cycle = visit(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

describe('imports point down', () => {
  const imports = sourceFiles().flatMap(importsOf);

  test('all sources are read', () => {
    expect(imports.length).toBeGreaterThan(150);
    expect(imports).toContainEqual({ from: 'main', to: 'api/transport', isType: false });
    expect(imports).toContainEqual({ from: 'view/header', to: 'api/snapshot', isType: true });
  });

  test('no layer imports what it may not', () => {
    const wrong = imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test('there is no cycle, types included', () => {
    expect(findCycle(imports)).toBeNull();
  });

  test.each([
    { from: 'view/header', to: 'model/selection', isType: false },
    { from: 'view/header', to: 'api/snapshot', isType: false },
    { from: 'watch/pane', to: 'commands/shared/load', isType: true },
    { from: 'api/client', to: 'commands/boards', isType: false },
    { from: 'context', to: 'api/client', isType: true },
  ])('$from → $to would be seen', (each) => {
    expect(isAllowed(each)).toBe(false);
  });

  test('a cycle would be seen', () => {
    const cycle = ['a b', 'b c', 'c a'].map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to, isType: true };
    });
    expect(findCycle([...imports, ...cycle])).toEqual(['a', 'b', 'c', 'a']);
  });
});
