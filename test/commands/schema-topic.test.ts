import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import type { Transport } from '../../src/context.ts';
import { ERROR_CODES, NetworkError } from '../../src/errors.ts';
import { columnsOf } from '../../src/fields/fields.ts';
import { isObject, type JsonObject } from '../../src/lib/json.ts';
import { HISTORY_COLUMNS } from '../../src/market/symbol-history.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { minuteService } from '../support/minute-service.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { BASE_URL, createWorld, runCli, type WorldOptions } from '../support/world.ts';

interface SchemaDocument extends JsonObject {
  readonly $id: string;
  readonly $defs: { readonly [name: string]: JsonObject };
}

/** Returns the errors of a value against a definition. */
type Validate = (name: string, value: unknown) => ReadonlyArray<string>;

/** Strict mode throws for unknown keywords, and for keywords that do not fit their type. */
function validatorOf(schema: SchemaDocument): Validate {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  ajv.addSchema(schema);
  return (name, value) => {
    const validate = ajv.getSchema(`${schema.$id}#/$defs/${name}`);
    if (validate === undefined) return [`there is no definition ${name}`];
    if (validate(value) === true) return [];
    const errors = validate.errors ?? [];
    return errors.map(({ instancePath, message, params }) =>
      [name + instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
}

/** Forbids additional properties in all objects, so that an undescribed field is an error. */
function closed<T>(schema: T): T;
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closed(item));
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isObject(schema.properties) && schema.required !== undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** For each leaf, yields its path and the value with a wrong type in this leaf. */
function* withWrongTypes(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const [at, wrong] of withWrongTypes(item, `${path}/${index}`))
        yield [at, value.with(index, wrong)];
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      for (const [at, wrong] of withWrongTypes(item, `${path}/${key}`))
        yield [at, { ...value, [key]: wrong }];
  }
  // Some booleans may be null, so both get a list.
  if (path !== '') yield [path, typeof value === 'boolean' || value === null ? [[]] : true];
}

const [ROW_FIELDS, SYMBOL_FIELDS] = (['row', 'symbol'] as const).map((subject) =>
  columnsOf(subject).map(({ id }) => id),
);
const HISTORY = HISTORY_COLUMNS.join(',');
const { stdout: TOPIC } = await runCli('help schema');
const SCHEMA: SchemaDocument = JSON.parse(TOPIC);
const validate = validatorOf(SCHEMA);
const validateClosed = validatorOf(closed(SCHEMA));
/** This symbol is on a board of every timeframe at the time of the fake clock. */
const TICKER = 'AME';

async function printed(args: string | ReadonlyArray<string>, options: WorldOptions = {}) {
  const { exitCode, stdout, stderr } = await runCli(args, options);
  expect({ args, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ args, exitCode: 0, stderr: '' });
  const values: ReadonlyArray<unknown> = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return values;
}

function expectDescribed(name: string, values: ReadonlyArray<unknown>): void {
  expect(values.length).toBeGreaterThan(0);
  expect(values.flatMap((value) => [...validate(name, value), ...validateClosed(name, value)])).toEqual([]);
}

/** For example, `config list --json` is configListJson. */
function definitionOf(words: ReadonlyArray<string>): string {
  const [first = '', ...others] = words;
  return first + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function outputsOf(command: Command, path: ReadonlyArray<string> = []): ReadonlyArray<string> {
  const own = command.options.flatMap(({ long }) =>
    long === '--json' || long === '--events' ? [definitionOf([...path, long.slice(2)])] : [],
  );
  return [...own, ...command.commands.flatMap((child) => outputsOf(child, [...path, child.name()]))];
}

describe('boards help schema', () => {
  test('is a JSON Schema of draft 2020-12', () => {
    expect(SCHEMA.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(new Ajv2020().validateSchema(SCHEMA)).toBe(true);
    for (const name of Object.keys(SCHEMA.$defs)) expect(validate(name, true)).not.toEqual([]);
  });

  test('has a definition for exactly the commands with --json or --events', async () => {
    const outputs = outputsOf(await createProgram(createWorld().context));
    expect(outputs).toContain('configListJson');
    const defined = Object.keys(SCHEMA.$defs).filter((name) => /(Json|Events)$/.test(name));
    expect(defined.toSorted()).toEqual(outputs.toSorted());
    const columns = Object.keys(SCHEMA.$defs).filter((name) => name.endsWith('JsonColumns'));
    for (const name of [...defined, ...columns]) {
      // The title is a command line, which names the default command only once.
      const words = String(SCHEMA.$defs[name]?.title)
        .replace(/^boards (?!--)/, '')
        .split(/ (?:--)?/);
      expect(definitionOf(words)).toBe(name);
    }
  });

  test('describes every definition and every field', () => {
    expect([...undescribed(SCHEMA.$defs, '$defs')]).toEqual([]);
  });

  test('is the same on a terminal and in the locale C', async () => {
    const env = { LC_ALL: 'C' };
    expect((await runCli('help schema', { isTTY: true, columns: 30, env })).stdout).toBe(TOPIC);
  });
});

/** Yields each property and item without a description or a reference. */
function* undescribed(schemas: JsonObject, path: string): Generator<string> {
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isObject(schema)) continue;
    if (typeof schema.description !== 'string' && schema.$ref === undefined) yield `${path}/${name}`;
    yield* undescribed(isObject(schema.properties) ? schema.properties : {}, `${path}/${name}`);
    const parts = { items: schema.items, values: schema.additionalProperties };
    yield* undescribed(parts, `${path}/${name}`);
    const variants = Array.isArray(schema.oneOf) ? schema.oneOf : [];
    yield* undescribed(Object.fromEntries(variants.entries()), `${path}/${name}`);
  }
}

describe('the output of the sandbox matches the schema:', () => {
  const ofTimeframes = ['day', 'all', 'scalp,swing'].flatMap((timeframe) => [
    ['boardsJson', `--sandbox --json -t ${timeframe}`],
    ['boardsJson', `boards --sandbox --json -t ${timeframe} -b movers,moneyFlow --bias bullish`],
    ['topJson', `top --sandbox --json -t ${timeframe}`],
    ['symbolJson', `symbol ${TICKER} --sandbox --json -t ${timeframe}`],
    ['symbolJson', `symbol ${TICKER} NONE --sandbox --json -t ${timeframe}`],
    ['confluenceJson', `confluence --sandbox --json -t ${timeframe}`],
    ['historyJson', `history ${TICKER} NONE --sandbox --json --last 5m -t ${timeframe}`],
    ['boardsJsonColumns', `--json --columns board,symbol,dayPct -b movers --sandbox -t ${timeframe}`],
    ['boardsJsonColumns', `--sandbox --json --at 15m --columns ${ROW_FIELDS} -t ${timeframe}`],
    ['symbolJsonColumns', `symbol ${TICKER} NONE --sandbox --json --columns ${ROW_FIELDS} -t ${timeframe}`],
    ['confluenceJsonColumns', `confluence --sandbox --json --columns ${SYMBOL_FIELDS} -t ${timeframe}`],
    [
      'historyJsonColumns',
      `history ${TICKER} --sandbox --json --last 2m --columns ${HISTORY} -t ${timeframe}`,
    ],
    ['watchJson', `watch --sandbox --json --count 2 -t ${timeframe}`],
    ['watchEvents', `watch --sandbox --events --initial --count 12 -t ${timeframe}`],
    ['replayJson', `replay --sandbox --json --from 2m -t ${timeframe}`],
    ['replayEvents', `replay --sandbox --events --from 10m -t ${timeframe}`],
  ]);

  test.each([
    ...ofTimeframes,
    ['boardsJson', '--sandbox --json -t all --at 15m'],
    ['topJson', 'top --sandbox --json --at 15m'],
    ['statusJson', 'status --sandbox --json'],
    ['configListJson', 'config list --json'],
  ])('%s: boards %s', async (name, args) => {
    expectDescribed(name, await printed(args));
  });
});

describe('settings', () => {
  const preferences = {
    baseUrl: BASE_URL,
    timeframe: 'all',
    limit: 5,
    boards: ['movers'],
    interval: 45,
    columns: ['symbol', 'metric'],
    wide: true,
    pins: ['NVDA'],
    record: 30,
    palette: 'mono',
  };

  test('with every preference match the schema', async () => {
    expectDescribed('configListJson', await printed('config list --json', { config: preferences }));
    expectDescribed('statusJson', await printed('status --json', { config: preferences }));
  });

  test('with nothing configured, or with a key of the config file, match the schema', async () => {
    const env = { BOARDS_BASE_URL: undefined, BOARDS_API_KEY: undefined };
    expectDescribed('configListJson', await printed('config list --json', { env }));
    expectDescribed(
      'statusJson',
      await printed('status --sandbox --json', { env, homeDirectory: undefined }),
    );
    const config = { apiKey: 'abcdefgh-0123', apiKeyOrigin: BASE_URL, baseUrl: BASE_URL };
    const transport = async () => responseOf(200, bodyOf());
    expectDescribed('statusJson', await printed('status --json', { env, config, transport }));
  });

  test('match the schema when the test request fails', async () => {
    const transport = async () => responseOf(503, { error: 'not now' });
    const { exitCode, stdout, stderr } = await runCli('status --json', { transport });
    const settings = JSON.parse(stdout);
    expectDescribed('statusJson', [settings]);
    expect({ exitCode, check: settings.check }).toEqual({ exitCode: 6, check: null });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 });
  });
});

/** Rank, score, bias and dayPct each change for some symbol. */
const MINUTES: ReadonlyArray<JsonObject> = [
  { boards: { movers: [rowOf({ symbol: 'AAA' }), rowOf({ symbol: 'BBB', rank: 2 })] } },
  {
    boards: { movers: [rowOf({ symbol: 'BBB', boards: 4 }), rowOf({ symbol: 'AAA', rank: 2, dayPct: 9 })] },
    session: 'afterhours',
    topPlay: null,
  },
  {
    boards: {
      movers: [rowOf({ symbol: 'BBB', boards: 4, bias: 'neutral' }), rowOf({ symbol: 'CCC', rank: 2 })],
    },
    breadth: { advancers: 1, decliners: 3, symbols: 400 },
    session: null,
  },
];
const changing = () => minuteService((minute) => MINUTES[minute] ?? MINUTES.at(-1) ?? {});

test('every type of event matches the schema', async () => {
  const on = ['--on', 'entered,left,moved,topPlay,bias,session,confluence,dayPct>=8,breadth<=0.4'];
  const watch = ['watch', '--events', '-n', '60', '--count', '3'];
  const lines = [
    await printed([...watch, '--initial'], changing()),
    await printed([...watch, ...on], changing()),
    await printed(['watch', '--events', '--until', 'boards>=2,rank<=1,dayPct>=1,breadth>=0.1'], changing()),
    await printed([...watch, '--on', 'NVDA,AAA+breadth<=0.6,movers+dayPct<=5,rank<=2+dayPct>=8'], changing()),
  ].flat();
  expectDescribed('watchEvents', lines);
  const { oneOf } = SCHEMA.$defs.event ?? {};
  const described = Array.isArray(oneOf) ? oneOf.map(({ properties }) => properties.type.const) : [];
  const types = new Set(lines.map((line) => (isObject(line) ? line.type : undefined)));
  expect([...types].toSorted()).toEqual(described.toSorted());
});

describe('an unusual service:', () => {
  const empty = { name: null, price: null, dayPct: null, volume: null };
  const bare = bodyOf({
    session: null,
    breadth: null,
    topPlay: null,
    boards: { movers: [rowOf({ ...empty, metric: null, tag: null })], search: [] },
    boardNames: ['movers', 'search'],
  });
  const unknown = bodyOf({
    news: { of: 'tomorrow' },
    breadth: { advancers: null, decliners: null, symbols: null, unchanged: 3 },
    topPlay: { symbol: 'AAA', ...empty, boards: 4, bias: 'neutral', reasons: [], score: 1.5 },
    boards: { newBoard: [rowOf({ halted: true }), rowOf({ rank: 2, symbol: 'BBB' })], 7: [rowOf()] },
    boardNames: ['newBoard', '7'],
  });

  test.each([
    ['all nulls', bare],
    ['unknown fields and boards', unknown],
  ])('%s: snapshots match the schema', async (_, body) => {
    const transport: Transport = async ({ url }) =>
      responseOf(200, { ...body, timeframe: url.searchParams.get('timeframe') });
    for (const [name, args] of [
      ['boardsJson', '--json'],
      ['boardsJson', '--json -t day,swing -q'],
      ['topJson', 'top --json'],
      ['watchJson', 'watch --json --count 1'],
    ] as const) {
      const values = await printed(args, { transport });
      expect(values.flatMap((value) => validate(name, value))).toEqual([]);
    }
    for (const [name, args] of [
      ['symbolJson', 'symbol AAA NONE --json -t day'],
      ['boardsJsonColumns', `--json --columns ${ROW_FIELDS}`],
      ['symbolJsonColumns', `symbol AAA NONE --json --columns ${ROW_FIELDS} -t day`],
      ['confluenceJsonColumns', `confluence --json --columns ${SYMBOL_FIELDS}`],
      ['confluenceJson', 'confluence --json'],
      ['watchEvents', 'watch --events --initial --count 1'],
      ['statusJson', 'status --json'],
    ] as const)
      expectDescribed(name, await printed(args, { transport }));
  });

  test('a field that is missing in the schema is found', () => {
    expect(validate('snapshot', unknown)).toEqual([]);
    expect(validateClosed('snapshot', unknown).join('\n')).toContain('news');
  });
});

describe('errors', () => {
  const broken = async () => {
    throw new Error('a bug');
  };
  const unreachable = async () => {
    throw new NetworkError('cannot connect');
  };
  const answering = (status: number, body: unknown, headers = {}) => ({
    transport: async () => responseOf(status, body, headers),
  });
  const env = { BOARDS_BASE_URL: undefined };

  test.each<[string, string, WorldOptions]>([
    ['internal', 'top --json', { transport: broken }],
    ['usage', 'top --json --retries x', {}],
    ['usage', 'watch --json --on topPlay', {}],
    ['config', '--json', { env }],
    ['auth', 'confluence --json', answering(401, { error: 'no' })],
    ['auth', 'confluence --json', { env: { BOARDS_API_KEY: undefined } }],
    ['rate_limited', 'symbol AAA --json --retries 0', answering(429, {}, { 'retry-after': '12' })],
    ['unavailable', '--json --retries 0', answering(503, { error: 'not now' })],
    ['bad_response', '--json', answering(200, { hello: 'world' })],
    ['network', '--json --retries 0', { transport: unreachable }],
    ['not_met', 'watch --json --until boards>=99 --count 1', {}],
    ['not_recorded', 'history AAA --json', { env: { BOARDS_DATA_DIR: temporaryDirectory() } }],
    ['not_recorded', 'top --json --at 15m', { env: { BOARDS_DATA_DIR: temporaryDirectory() } }],
  ])('%s matches the schema: boards %s', async (code, args, options) => {
    const { stderr } = await runCli(args, options);
    const line = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
    expectDescribed('error', [line]);
    expect(line.error.code).toBe(code);
  });

  test('have a code for each exit code', () => {
    const codes = JSON.stringify(SCHEMA.$defs.error).match(/"enum":(\[.*?\])/)?.[1] ?? '[]';
    expect(JSON.parse(codes)).toEqual(ERROR_CODES);
  });
});

describe('recordings', () => {
  const DAY = '2026-06-03';
  const env = { BOARDS_DATA_DIR: temporaryDirectory() };
  const clock = createFakeClock(Date.parse(`${DAY}T20:10:00Z`));
  const lines = [lineOf(`${DAY}T20:00:00Z`, 3), lineOf(`${DAY}T20:01:00Z`, 2, { session: 'closed' })];
  writeRecording(env.BOARDS_DATA_DIR, `boards.example_443/${DAY}/day.ndjson`, lines);

  test.each([
    ['historyJson', 'history S0 S2 --json'],
    ['replayJson', 'replay --json'],
    ['replayEvents', 'replay --events'],
    ['boardsJson', '--json --at 5m'],
    ['symbolJson', 'symbol S0 --json -t day --at 5m'],
  ])('%s: boards %s', async (name, args) => {
    expectDescribed(name, await printed(args, { env, clock }));
  });
});

describe('a value of another type violates the schema:', () => {
  test.each([
    ['boardsJson', '--sandbox --json -b movers -l 1'],
    ['topJson', 'top --sandbox --json'],
    ['symbolJson', `symbol ${TICKER} --sandbox --json`],
    ['confluenceJson', 'confluence --sandbox --json --min-boards 3'],
    ['boardsJsonColumns', `--sandbox --json -b movers -l 1 --columns ${ROW_FIELDS}`],
    ['confluenceJsonColumns', `confluence --sandbox --json --min-boards 3 --columns ${SYMBOL_FIELDS}`],
    ['historyJson', `history ${TICKER} --sandbox --json --last 1m -t day`],
    ['statusJson', 'status --json'],
    ['configListJson', 'config list --json'],
    ['watchEvents', 'watch --sandbox --events --count 3 -b movers,rvol'],
  ])('%s: boards %s', async (name, args) => {
    let tried = 0;
    for (const value of await printed(args)) {
      for (const [path, wrong] of withWrongTypes(value)) {
        expect({ path, isFound: validate(name, wrong).length > 0 }).toEqual({ path, isFound: true });
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(5);
  });

  test('and so do a missing value and a value of another type of event', () => {
    const { price: _, ...row } = rowOf();
    expect(validate('row', rowOf())).toEqual([]);
    expect(validate('row', row)).not.toEqual([]);
    const event = { type: 'left', asOf: 'now', timeframe: 'day', board: 'movers', symbol: 'AAA' };
    expect(validate('event', { ...event, from: 3, to: null })).toEqual([]);
    expect(validate('event', { ...event, from: null, to: 3 })).not.toEqual([]);
    expect(validate('event', { ...event, type: 'lost', from: 3, to: null })).not.toEqual([]);
  });
});
