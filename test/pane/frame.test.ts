import { describe, expect, test } from 'vitest';
import { NetworkError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { boardsOf, minuteService, swapping } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';

/** Returns line `number`, counted from 1, of the screen in each minute. */
async function linesOf(
  number: number,
  minutes: ReadonlyArray<JsonObject>,
  { args = 'watch', ...options }: PaneOptions & { readonly args?: string } = {},
): Promise<ReadonlyArray<string | undefined>> {
  const script: Script = minutes.map((_, minute) => [minute * 60 + 50, shoot(String(minute))] as const);
  const service = minuteService((minute) => minutes[Math.min(minute, minutes.length - 1)] ?? {});
  const played = await play(args, [...script, [minutes.length * 60 - 5, press('q')]], {
    ...service,
    ...options,
  });
  const lines: Array<string | undefined> = [];
  for (const minute of minutes.keys())
    lines.push((await played.screen(String(minute))).split('\n')[number - 1]?.trimEnd());
  return lines;
}

describe('line 3 shows the changes', () => {
  const before = boardsOf({ movers: 'AAA BBB CCC DDD', search: 'SSS', forum: 'AAA BBB' });
  const after = boardsOf({ movers: 'CCC AAA BBB EEE', search: 'EEE', forum: 'AAA BBB' });
  const breadth = '60% up ▓▓▓▓▓▓░░░░';

  test.each([
    ['of the boards of -b only', 'watch -b movers', 'in EEE Movers 4  out DDD Movers 4  up CCC Movers 3→1'],
    [
      'of the symbols of --symbol only',
      'watch --symbol EEE,SSS',
      'in EEE Search 1, Movers 4  out SSS Search 1',
    ],
    [
      'of the ranks of --limit only',
      'watch --limit 3',
      'in EEE Search 1  out SSS Search 1  up CCC Movers 3→1',
    ],
  ])('%s', async (_, args, expected) => {
    const lines = await linesOf(3, [before, after], { args });
    expect(lines[1]).toBe(`1m  ${expected}`.padEnd(83) + breadth);
  });

  test('of hidden boards, too', async () => {
    const service = minuteService((minute) => (minute === 0 ? before : after));
    const script: Script = [
      [10, press('b \r')],
      [90, shoot('hidden')],
      [91, press('q')],
    ];
    const played = await play('watch', script, service);
    const screen = await played.screen('hidden');
    expect(screen).not.toMatch(/^Movers ─/m);
    expect(screen).toContain(
      '1m  in EEE Search 1, Movers 4  out SSS Search 1  up CCC Movers 3→1  (1 more: e) ',
    );
  });
});

test.each([
  [9, [' 1 scalp', 'TOP  AAA', ' stale: last data 14:30:00', 'Movers']],
  [8, [' 1 scalp', ' stale: last data 14:30:00', 'Movers']],
  [7, [' 1 scalp', ' stale: last data 14:30:00', 'Movers']],
  [6, [' 1 scalp', ' stale: last data 14:30:00', 'Movers']],
])('in %d rows a banner replaces the top play rather than a board', async (rows, beginnings) => {
  const refused = new NetworkError('cannot connect', { reason: 'connection refused' });
  const service = minuteService(
    () => ({}),
    (minute) => (minute > 0 ? refused : null),
  );
  const script: Script = [
    [10, shoot('fresh')],
    [90, shoot('stale')],
    [91, press('q')],
  ];
  const played = await play('watch', script, { ...service, rows });
  const [screen, stale] = [await played.screen('fresh'), await played.screen('stale')];
  const lines = stale.split('\n');
  for (const [index, text] of beginnings.entries()) expect(lines[index]?.startsWith(text), text).toBe(true);
  const boards = (text: string) => text.split('\n').findIndex((line) => line.startsWith('Movers'));
  if (rows >= 7) expect(boards(stale)).toBe(boards(screen));
});

test.each([
  ['watch --sandbox', { NO_COLOR: '1' }],
  ['watch --sandbox', { FORCE_COLOR: '0' }],
  ['watch --sandbox --no-color', {}],
])(
  '%s with %j has weights but no colours, and the selected row is inverse from edge to edge',
  async (args, env) => {
    const script: Script = [
      [2, press('j')],
      [2.5, shoot('selected')],
      [3, press('q')],
    ];
    const played = await play(args, script, {
      columns: 79,
      rows: 24,
      env: { TERM: 'xterm-256color', ...env },
    });
    const cells = await played.cells('selected');
    const used = new Set(cells.flat().flatMap(({ color, background }) => [color, background]));
    expect([...used]).toEqual([null]);
    const textOf = (line: (typeof cells)[number]) => line.map(({ text }) => text || ' ').join('');
    const inverse = cells
      .map((line) => textOf(line.filter((cell) => cell.inverse)))
      .filter((text) => text !== '');
    expect(inverse).toEqual([
      expect.stringMatching(/^ 2 DAY {2}SANDBOX $/),
      expect.stringMatching(/^1 {4}▸PIE {5}.{24}$/),
    ]);
    const bold = cells.map((line) => textOf(line.filter((cell) => cell.bold)));
    expect(bold.join('\n')).toMatch(/^AlertedMovers$/m);
  },
);

test('a terminal that does not know its number of rows gets 24', async () => {
  const { raw } = await play('watch', [[20, press('\x03')]], { ...minuteService(swapping), rows: 0 });
  expect(raw).toContain('\x1b[24;1H');
  expect(raw).not.toContain('\x1b[25;1H');
});
