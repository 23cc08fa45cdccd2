import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateCompletions } from '../../scripts/generators/completions.ts';
import { renderManual } from '../../scripts/generators/manual.ts';
import { PREFERENCES } from '../../src/cli/preference-registry.ts';
import { oneOf } from '../../src/cli/values/lists.ts';
import { createProgram } from '../../src/commands/program.ts';
import { oneOf as oneOfSchema } from '../../src/lib/json-schema.ts';
import type { Preference } from '../../src/settings/preferences.ts';
import { createEmptyWorld, createWorld, runCli, type World } from '../support/world.ts';

const LAMPS = ['lava', 'desk'];
/** A preference that the program does not have. */
const LAMP: Preference = {
  id: 'lampKind',
  doc: 'Which lamp is on',
  parse: oneOf('lamp', LAMPS),
  default: 'desk',
  variable: { name: 'BOARDS_LAMP', doc: 'the lamp to switch on' },
  schema: () => oneOfSchema('A lamp', LAMPS),
};

const registry: Array<Preference> = Object(PREFERENCES);
beforeAll(() => void registry.push(LAMP));
afterAll(() => void registry.pop());

/** With the config file of another world. */
function worldOf({ configDirectory }: World, env: Readonly<Record<string, string>> = {}): World {
  return createEmptyWorld({ env: { BOARDS_CONFIG_DIR: configDirectory, ...env } });
}

test('one object is enough for a preference: boards config sets, reads and deletes it', async () => {
  const world = createEmptyWorld();
  const listed = /^timezone +local +default\nlampKind +desk +default$/m;
  expect((await runCli('config list', worldOf(world))).stdout).toMatch(listed);
  expect((await runCli('config set lampkind lva', worldOf(world))).stderr).toMatch(
    /unknown lamp "lva"\nhint: Did you mean lava\?/,
  );
  expect((await runCli('config set lampKind', worldOf(world))).stderr).toContain('Valid: lava, desk.');
  expect((await runCli('config set lampkind LAVA', worldOf(world))).stdout).toMatch(/^Set lampKind in /);
  expect(world.storedConfig()).toEqual({ lampKind: 'lava' });
  expect((await runCli('config get lampKind', worldOf(world))).stdout).toBe('lava\n');
  const { stdout } = await runCli('config list --json', worldOf(world, { BOARDS_LAMP: 'desk' }));
  expect(JSON.parse(stdout)).toMatchObject({ lampKind: { value: 'desk', source: 'BOARDS_LAMP' } });
  const unset = await runCli('config unset lampKind', worldOf(world, { BOARDS_LAMP: 'desk' }));
  expect(unset.stderr).toBe('note: BOARDS_LAMP is set and overrides the stored value\n');
  expect(world.storedConfig()).toEqual({});
});

test.each([
  ['in the config file', { config: { lampKind: 5 } }, 3, /invalid lampKind in the config file/],
  ['in the environment', { env: { BOARDS_LAMP: 'sun' } }, 2, /BOARDS_LAMP: unknown lamp "sun"/],
] as const)('an invalid value %s is an error', async (_, options, exitCode, message) => {
  const ended = await runCli('config list', createEmptyWorld(options));
  expect(ended).toMatchObject({ exitCode, stdout: '' });
  expect(ended.stderr).toMatch(message);
});

test('status, help, schema and completions have it', async () => {
  expect((await runCli('status --sandbox', createWorld())).stdout).toMatch(/^lampKind +desk +default$/m);
  expect((await runCli('config --help')).stdout).toMatch(
    /^Preferences:\n {2}baseUrl [\s\S]*^ {2}lampKind +\S/m,
  );
  const topic = (await runCli('help environment')).stdout;
  expect(topic).toContain('\n  BOARDS_LAMP            the lamp to switch on\n');
  const { preferences } = JSON.parse((await runCli('help schema')).stdout).$defs;
  expect(preferences.required).toContain('lampKind');
  expect(preferences.properties.lampKind.properties.value).toMatchObject({ enum: LAMPS });
  const program = await createProgram(createWorld().context);
  for (const [name, text] of Object.entries(generateCompletions(program))) {
    for (const word of ['lampKind', ...LAMPS]) expect(text, name).toContain(word);
  }
  expect(renderManual(program)).toContain('BOARDS_LAMP');
});
