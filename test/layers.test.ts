import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
/** The files directly in src, except run.ts (`run`) and main.ts. */
const BASE = 'base';
const SNAPSHOT_TYPES = 'type service/snapshot';
/** Contains the version, which only main.ts may read. */
const PACKAGE = '../package.json';

/** What each layer may import; the prefix `type` allows only type imports. */
const ALLOWED: Readonly<Record<string, ReadonlyArray<string>>> = {
  base: [BASE],
  service: [BASE, 'service'],
  settings: [BASE, 'settings', 'fields/fields'],
  text: [BASE, 'text', 'type market', SNAPSHOT_TYPES],
  fields: [BASE, 'fields', 'text', 'market', SNAPSHOT_TYPES],
  market: [BASE, 'market', 'service/snapshot'],
  recording: [BASE, 'recording', 'market', 'service/snapshot', 'type service/client'],
  output: [BASE, 'output', 'fields', 'text', 'type market', SNAPSHOT_TYPES],
  pane: [BASE, 'pane', 'watch', 'output', 'fields', 'text', 'market', 'terminal', SNAPSHOT_TYPES],
  terminal: [BASE, 'terminal', 'text/capabilities'],
  sandbox: [BASE, 'sandbox', 'text/format', 'market/market-day'],
  watch: [
    BASE,
    'watch',
    'fields',
    'type service/client',
    'service/retry',
    SNAPSHOT_TYPES,
    'market',
    'output',
    'text',
    'terminal',
    'recording',
  ],
  cli: [BASE, 'cli', 'settings', 'fields', 'market', 'output', 'pane', 'text', 'type watch'],
  commands: [
    BASE,
    'cli',
    'commands',
    'fields',
    'service',
    'settings',
    'market',
    'pane',
    'output',
    'text',
    'terminal',
    'watch',
    'recording',
    'sandbox',
  ],
  run: [BASE, 'cli', 'commands', 'settings', 'output', 'text'],
  // The composition root: the only layer that connects the real transport to the rest.
  main: [BASE, 'run', 'service', PACKAGE],
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
  if (file === 'cli') return 'run';
  if (file === 'main') return file;
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
    expect(imports).toContainEqual({ from: 'main', to: 'service/transport', isType: false });
    expect(imports).toContainEqual({ from: 'output/header', to: 'service/snapshot', isType: true });
  });

  test('follow the rules of each layer', () => {
    const wrong = imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test('have no cycles, including type imports', () => {
    expect(findCycle(imports)).toBeNull();
  });

  test.each([
    { from: 'output/header', to: 'market/selection', isType: false },
    { from: 'output/header', to: 'service/snapshot', isType: false },
    { from: 'pane/pane', to: 'commands/load', isType: true },
    { from: 'service/client', to: 'commands/boards', isType: false },
    { from: 'context', to: 'service/client', isType: true },
    { from: 'recording/recorder', to: 'output/json', isType: false },
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
