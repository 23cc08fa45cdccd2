import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const BOTTOM = [
  'context',
  'environment',
  'errors',
  'loopback',
  'quote',
  'redact',
  'steady-clock',
  'suggest',
  'vocabulary',
];
const SHAPE = 'api/snapshot';
/** Where the version stands; only main.ts may read it. */
const PACKAGE = '../package.json';

/** The arrows of the house; whatever is not drawn here is not allowed. */
const ARROWS: Readonly<Record<string, ReadonlyArray<string>>> = {
  bottom: ['bottom'],
  api: ['bottom', 'api'],
  config: ['bottom', 'config'],
  model: ['bottom', 'model', SHAPE],
  view: ['bottom', 'view', `type ${SHAPE}`],
  terminal: ['bottom', 'terminal'],
  watch: ['bottom', 'watch', 'api', 'model'],
  sandbox: ['bottom', 'sandbox', `type ${SHAPE}`],
  commands: ['bottom', 'commands', 'api', 'config', 'model', 'view', 'terminal', 'watch', 'sandbox'],
  cli: ['bottom', 'commands', 'config', 'view'],
  // The composition root: it alone joins the real transport to the rest.
  main: ['bottom', 'cli', 'api', PACKAGE],
};

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function sourceFiles(): ReadonlyArray<string> {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3).replaceAll('\\', '/'));
}

function layerOf(file: string): string {
  if (BOTTOM.includes(file)) return 'bottom';
  return file.split('/')[0] ?? file;
}

/** Imports of a file inside src: static, re-exported and dynamic. */
function arrowsOf(file: string): ReadonlyArray<Arrow> {
  const text = readFileSync(join(SOURCE, `${file}.ts`), 'utf8');
  const imports =
    /(?:^|\n)(?:import|export)\s+(type\s+)?([^;]*?)\s*from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;
  return [...text.matchAll(imports)].map(([, type, names = '', path, dynamicPath]) => {
    const target = join(dirname(join(SOURCE, file)), path ?? dynamicPath ?? '');
    const items = names
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const typeOnly =
      type !== undefined || (items.length > 0 && items.every((name) => name.startsWith('type ')));
    return { from: file, to: relative(SOURCE, target).replaceAll('\\', '/').replace(/\.ts$/, ''), typeOnly };
  });
}

function isAllowed({ from, to, typeOnly }: Arrow): boolean {
  const allowed = ARROWS[layerOf(from)] ?? [];
  if (to === PACKAGE) return allowed.includes(PACKAGE);
  if (to === SHAPE && (allowed.includes(SHAPE) || (typeOnly && allowed.includes(`type ${SHAPE}`))))
    return true;
  return allowed.includes(layerOf(to));
}

describe('imports point down', () => {
  const arrows = sourceFiles().flatMap(arrowsOf);

  it('reads the whole house', () => {
    expect(arrows.length).toBeGreaterThan(150);
    expect(arrows).toContainEqual({ from: 'main', to: 'api/transport', typeOnly: false });
    expect(arrows).toContainEqual({ from: 'view/header', to: SHAPE, typeOnly: true });
  });

  it('follows no arrow that is not drawn', () => {
    const wrong = arrows.filter((arrow) => !isAllowed(arrow)).map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  it.each([
    { from: 'view/header', to: 'model/select', typeOnly: true },
    { from: 'view/header', to: SHAPE, typeOnly: false },
    { from: 'api/client', to: 'commands/boards', typeOnly: false },
    { from: 'context', to: 'api/client', typeOnly: true },
  ])('would see $from → $to', (arrow) => {
    expect(isAllowed(arrow)).toBe(false);
  });
});
