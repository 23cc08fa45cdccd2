import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOPIC_NAMES } from '../../src/cli/specification.ts';
import { createProgram } from '../../src/commands/program.ts';
import { startService } from '../support/line-home.ts';
import { type LineEnded, opensPane, runBlock, runsOn } from '../support/line-runner.ts';
import {
  linesOfDocuments,
  linesOfHelp,
  linesOfManual,
  linesOfMessages,
  linesOfOutput,
  linesOfTopics,
  type PrintedBlock,
} from '../support/printed-lines.ts';
import { createWorld, runCli } from '../support/world.ts';

/** Lines that are not run, and why. */
const NOT_RUN: ReadonlyArray<readonly [RegExp, string]> = [
  [/^npm /, 'needs the registry, or runs these tests'],
  [/\bduckdb /, 'is not part of the set-up of the tests'],
  [/\| Out-String/, 'needs PowerShell'],
  [/--base-url https:/, 'asks another computer'],
  [/^boards config set baseUrl$/, 'names the command; its value is of the user'],
];

/** What prints hints that are put together, and command lines below an output. */
const OUTPUTS = [
  ['boards', 'stdout'],
  ['boards --sandbox', 'stdout'],
  ['watch --on topPlay', 'stderr'],
  ['watch --cooldown 15m', 'stderr'],
  ['replay --on topPlay', 'stderr'],
  ['replay --cooldown 15m', 'stderr'],
] as const;

const documents = linesOfDocuments();
const help = await linesOfHelp(await createProgram(createWorld().context));
const topics = await linesOfTopics(TOPIC_NAMES);
const messages = linesOfMessages();
const outputs: Array<PrintedBlock> = [];
for (const [line, stream] of OUTPUTS) {
  const printed = (await runCli(line, { isTTY: true, columns: 100, rows: 24 }))[stream];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal
  outputs.push(...linesOfOutput(`the output of ${line}`, printed.replaceAll(/\x1b\[[\d;]*m/g, '')));
}

const isRun = (line: string) => !NOT_RUN.some(([pattern]) => pattern.test(line));
/** The blocks to run: those of documents with all their lines, others once for each line. */
const blocks = distinct([...documents, ...help, ...topics, ...messages, ...outputs]);

function distinct(all: ReadonlyArray<PrintedBlock>): ReadonlyArray<PrintedBlock> {
  const seen = new Set<string>();
  return all.flatMap(({ source, lines }) => {
    const kept = lines.filter(isRun);
    const fresh = kept.filter((line) => !seen.has(withoutComment(line)));
    for (const line of kept) seen.add(withoutComment(line));
    return fresh.length === 0 ? [] : [{ source, lines: kept }];
  });
}

function withoutComment(line: string): string {
  return line.replace(/ +# .*/, '');
}

const service = await startService();
afterAll(() => service.close());

/** Lines that wait for data need no processor, so some more of them can run. */
const LANES = { waiting: 5, quick: 2 };
/** `boards sandbox` has a fixed port, so one runs at a time; without the port, there is none. */
const isPortTaken = await new Promise<boolean>((resolve) => {
  const socket = connect(8787, '127.0.0.1');
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

async function runAll(): Promise<ReadonlyMap<PrintedBlock, ReadonlyArray<LineEnded>>> {
  const results = new Map<PrintedBlock, ReadonlyArray<LineEnded>>();
  const isSandbox = ({ lines }: PrintedBlock) => lines.some((line) => line.startsWith('boards sandbox'));
  const isWaiting = ({ lines }: PrintedBlock) => lines.some(runsOn);
  const inLanes = (wanted: ReadonlyArray<PrintedBlock>, count: number) => {
    const rest = [...wanted];
    const lane = async () => {
      for (let block = rest.shift(); block !== undefined; block = rest.shift()) {
        results.set(block, await runBlock(block.lines, service.url));
      }
    };
    return Promise.all(Array.from({ length: count }, lane));
  };
  await Promise.all([
    inLanes(blocks.filter(isSandbox), 1),
    inLanes(
      blocks.filter((block) => isWaiting(block) && !isSandbox(block)),
      LANES.waiting,
    ),
    inLanes(
      blocks.filter((block) => !isWaiting(block)),
      LANES.quick,
    ),
  ]);
  return results;
}

let results: ReadonlyMap<PrintedBlock, ReadonlyArray<LineEnded>>;
beforeAll(async () => {
  results = await runAll();
}, 120_000);

test.each([
  ['README and its pages', documents, 15],
  ['--help', help, 40],
  ['boards help <topic>', topics, 15],
  ['messages', messages, 8],
  ['outputs', outputs, 10],
  ['the manual page', linesOfManual(), 30],
])('%s prints command lines', (_, found, least) => {
  expect(found.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(least);
});

test('command lines of README are in blocks from which they are taken', () => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const languages = [...text.matchAll(/^```([^\n]*)\n.*?^```$/gms)].map(([, language]) => language);
  expect(languages).toContain('sh');
  expect(languages.filter((each) => !['sh', 'tmux', 'text', 'json'].includes(each ?? ''))).toEqual([]);
});

test('the examples of the manual page are those of --help', () => {
  const examples = new Set(help.flatMap(({ lines }) => lines));
  expect(linesOfManual().flatMap(({ lines }) => lines.filter((line) => !examples.has(line)))).toEqual([]);
});

describe.each(blocks)('$source', (block) => {
  test.each(block.lines.map((line, index) => [line, index] as const))('%s', (line, index) => {
    const result = results.get(block)?.[index];
    const errors = result?.stderr.split('\n').filter((text) => /\berror\b|not found/i.test(text));
    const isStopped = runsOn(line) && !opensPane(line) && !line.includes('--until');
    const isRefused = line.startsWith('boards sandbox') && isPortTaken;
    // A pane is left with q, in time or before what it waits for.
    const codes = isRefused ? [2] : isStopped ? [130] : line.includes('--until') ? [0, 9] : [0];
    expect(codes).toContain(result?.exitCode);
    expect(isRefused ? [] : errors).toEqual([]);
    if (!isRefused) expect(result?.output.trim()).not.toBe('');
  });
});
