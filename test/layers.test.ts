import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
/** The files directly in src, except cli.ts and main.ts. */
const BASE = 'base';
const SNAPSHOT_TYPES = 'type api/snapshot';
/** Contains the version, which only main.ts may read. */
const PACKAGE = '../package.json';

/** What each layer may import; the prefix `type` allows only type imports. */
const ALLOWED: Readonly<Record<string, ReadonlyArray<string>>> = {
  base: [BASE],
  api: [BASE, 'api'],
  config: [BASE, 'config', 'fields/fields'],
  fields: [BASE, 'fields', 'view', 'model', SNAPSHOT_TYPES],
  model: [BASE, 'model', 'api/snapshot'],
  recording: [BASE, 'recording', 'model', 'api/snapshot', 'api/as-of', 'type api/client'],
  view: [BASE, 'view', 'fields', 'type model', SNAPSHOT_TYPES],
  terminal: [BASE, 'terminal'],
  sandbox: [BASE, 'sandbox', SNAPSHOT_TYPES],
  watch: [
    BASE,
    'watch',
    'type fields/field',
    'type api/client',
    'api/retry',
    SNAPSHOT_TYPES,
    'model',
    'view',
    'terminal',
    'recording',
  ],
  commands: [
    BASE,
    'commands',
    'fields',
    'api',
    'config',
    'model',
    'view',
    'terminal',
    'watch',
    'recording',
    'sandbox',
  ],
  cli: [BASE, 'commands', 'config', 'view'],
  // The composition root: the only layer that connects the real transport to the rest.
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

/** Static imports, re-exports and dynamic imports of a file in src. */
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

/** A path of imports that leads from a file back to itself; null if there is none. */
function findCycle(imports: ReadonlyArray<Import>): ReadonlyArray<string> | null {
  const targets = new Map<string, Array<string>>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, path: ReadonlyArray<string>): ReadonlyArray<string> | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of targets.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
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

describe('imports between layers', () => {
  const imports = sourceFiles().flatMap(importsOf);

  test('are read from all source files', () => {
    expect(imports.length).toBeGreaterThan(150);
    expect(imports).toContainEqual({ from: 'main', to: 'api/transport', isType: false });
    expect(imports).toContainEqual({ from: 'view/header', to: 'api/snapshot', isType: true });
  });

  test('follow the rules of each layer', () => {
    const wrong = imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test('have no cycles, including type imports', () => {
    expect(findCycle(imports)).toBeNull();
  });

  test.each([
    { from: 'view/header', to: 'model/selection', isType: false },
    { from: 'view/header', to: 'api/snapshot', isType: false },
    { from: 'watch/pane', to: 'commands/shared/load', isType: true },
    { from: 'api/client', to: 'commands/boards', isType: false },
    { from: 'context', to: 'api/client', isType: true },
    { from: 'recording/recorder', to: 'view/json', isType: false },
    { from: 'recording/recorder', to: 'watch/source', isType: true },
  ])('reject $from → $to', (each) => {
    expect(isAllowed(each)).toBe(false);
  });

  test('are checked for cycles', () => {
    const cycle = ['a b', 'b c', 'c a'].map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to, isType: true };
    });
    expect(findCycle([...imports, ...cycle])).toEqual(['a', 'b', 'c', 'a']);
  });
});
