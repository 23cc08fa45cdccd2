import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/json.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const { stdout: TOPIC } = await runCli('help json');
const SCHEMA = JSON.parse((await runCli('help schema')).stdout);

/** The names of all fields in a part of the schema; those of preferences are listed by `config list`. */
function fieldsIn(schema: unknown): ReadonlyArray<string> {
  if (Array.isArray(schema)) return schema.flatMap(fieldsIn);
  if (!isObject(schema)) return [];
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsIn)];
}

/** The lines of a section, without its heading. */
function section(heading: string): string {
  const [, rest = ''] = TOPIC.split(new RegExp(`^${heading}.*\n`, 'm'));
  return rest.split('\n\n')[0] ?? '';
}

describe('boards help json', () => {
  test('names every field of the schema', () => {
    const { preferences: _, ...definitions } = SCHEMA.$defs;
    const fields = [...new Set(fieldsIn(definitions))];
    expect(fields.length).toBeGreaterThan(40);
    expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(TOPIC))).toEqual([]);
  });

  test.each([
    ['snapshot', '', SCHEMA.$defs.snapshot],
    ['row', '', SCHEMA.$defs.row],
    ['error', 'error.', SCHEMA.$defs.error.properties.error],
  ])(
    '%s: has a line for every field, and says of those that can be null what that means',
    (heading, path, { properties }) => {
      const lines = section(`${heading}:`);
      for (const [field, { type, anyOf = [] }] of Object.entries<{ type?: unknown; anyOf?: Array<unknown> }>(
        properties,
      )) {
        const text = lines.match(new RegExp(`^  ${path}${field}\\s[^]*?(?=\\n {2}\\S|$(?![^]))`, 'm'))?.[0];
        expect(text, field).toBeDefined();
        const isNullable = Array.isArray(type) || anyOf.length > 0;
        expect({ field, isNullable: /\bnull\b/.test(text ?? '') }).toEqual({ field, isNullable });
      }
    },
  );

  test('of CSV lists its columns, and what happens to formulas', async () => {
    const body = bodyOf({ boards: { movers: [rowOf({ metric: '+12.4%', dayPct: -3 })] } });
    const transport = async () => responseOf(200, body);
    const topic = (await runCli('help csv')).stdout;
    const unwrapped = topic.replace(/,\n +/g, ',');
    for (const command of ['boards', 'confluence', 'history AME --sandbox --last 1m']) {
      const { stdout } = await runCli(`${command} --csv`, { transport });
      expect(unwrapped).toContain(stdout.split('\r\n')[0]);
    }
    const { stdout } = await runCli('--csv', { transport });
    expect(stdout).toContain(',-3,82100000,2,bullish,+12.4%,');
    expect(topic).toContain('Numbers and percentages do not');
  });
});
