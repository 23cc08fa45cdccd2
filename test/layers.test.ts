import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
/** The files directly in src, except run.ts and main.ts. */
const BASE = 'base';
const SNAPSHOT_TYPES = 'type service/snapshot';
/** Contains the version, which only main.ts may read. */
const PACKAGE = '../package.json';

const CATALOGUE = ['market/catalogue', 'market/ticker'];

const COMMANDS = [
  ...[
    'lib',
    BASE,
    'commands/shared',
    'cli',
    'cli/values',
    'pane',
    'watch',
    'recording',
    'settings',
    'service',
  ],
  ...['sandbox', 'terminal', 'output', 'fields', 'text', 'market'],
];

/**
 * What each layer may import; the prefix `type` allows only type imports. A folder within a folder that has a line here is a layer of
 * its own, and a file that is named may be imported where its layer may not.
 */
const ALLOWED: Readonly<Record<string, ReadonlyArray<string>>> = {
  lib: ['lib'],
  text: ['lib', 'text'],
  base: ['lib', BASE],
  service: ['lib', BASE, 'service', 'market/catalogue', 'text/safe-text'],
  'cli/values': ['lib', BASE, 'cli/values', ...CATALOGUE, 'text/palettes', 'service/redact'],
  settings: ['lib', BASE, 'settings', 'cli/values', ...CATALOGUE, 'text/palettes', 'service/redact'],
  market: ['lib', BASE, 'market', 'cli/values', 'service/snapshot', 'service/redact', 'text/safe-text'],
  recording: [
    'lib',
    BASE,
    'recording',
    'market',
    'service/snapshot',
    'service/json-limits',
    'type service/client',
  ],
  fields: ['lib', BASE, 'fields', 'text', 'cli/values', 'market', SNAPSHOT_TYPES],
  output: [
    'lib',
    BASE,
    'output',
    'fields',
    'text',
    'cli/values',
    'type market',
    ...CATALOGUE,
    SNAPSHOT_TYPES,
  ],
  terminal: ['lib', BASE, 'terminal', 'text/capabilities', 'text/wide-characters'],
  sandbox: ['lib', BASE, 'sandbox', 'text/format', 'market/catalogue', 'market/market-day'],
  watch: [
    'lib',
    BASE,
    'watch',
    'fields',
    'text',
    'market',
    'recording',
    'terminal',
    'service/retry',
    'type service/client',
    SNAPSHOT_TYPES,
  ],
  pane: [
    'lib',
    BASE,
    'pane',
    'watch',
    'output',
    'fields',
    'text',
    'cli/values',
    'market',
    'terminal',
    'type recording/read',
    SNAPSHOT_TYPES,
  ],
  cli: [
    'lib',
    BASE,
    'cli',
    'cli/values',
    'settings',
    'output',
    'fields',
    'text',
    'market',
    'service/redact',
    'type watch',
  ],
  'commands/shared': COMMANDS,
  commands: ['commands', 'commands/shared', ...COMMANDS],
  run: ['lib', BASE, 'commands', 'cli', 'settings', 'text'],
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
  if (file === 'run' || file === 'main') return file;
  const [folder, inside, ...rest] = file.split('/');
  if (folder === undefined || inside === undefined) return BASE;
  const path = `${folder}/${inside}`;
  return rest.length > 0 && path in ALLOWED ? path : folder;
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
    expect(imports).toContainEqual({ from: 'output/header-lines', to: 'service/snapshot', isType: true });
  });

  test('follow the rules of each layer', () => {
    const wrong = imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test('are between files with different names', () => {
    const names = sourceFiles().map((file) => file.split('/').at(-1) ?? '');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('have no cycles, including type imports', () => {
    expect(findCycle(imports)).toBeNull();
  });

  test.each([
    { from: 'output/header-lines', to: 'market/selection', isType: false },
    { from: 'output/header-lines', to: 'service/snapshot', isType: false },
    { from: 'pane/pane', to: 'commands/shared/one-shot', isType: true },
    { from: 'service/client', to: 'commands/boards', isType: false },
    { from: 'context', to: 'service/client', isType: true },
    { from: 'settings/preferences', to: 'fields/fields', isType: false },
    { from: 'recording/write', to: 'output/csv', isType: false },
    { from: 'recording/write', to: 'watch/feed', isType: true },
    { from: 'text/format', to: 'market/timeline/stays', isType: true },
    { from: 'text/style', to: 'context', isType: true },
    { from: 'watch/stream', to: 'output/table', isType: false },
    { from: 'cli/topics', to: 'pane/keys', isType: false },
    { from: 'cli/values/lists', to: 'cli/options', isType: true },
    { from: 'commands/shared/session', to: 'commands/watch', isType: false },
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
