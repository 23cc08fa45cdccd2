import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { play } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const BODY = bodyOf({
  boards: {
    extra: [rowOf({ symbol: 'EEE' })],
    movers: [rowOf({ symbol: 'MMM' })],
    rvol: [rowOf({ symbol: 'RRR' })],
    7: [rowOf({ symbol: 'SSS' })],
    10: [rowOf({ symbol: 'TTT' })],
  },
  boardNames: ['rvol', '10', 'movers', '7', 'gone', 3, 'rvol'],
});

const transport: Transport = async () => responseOf(200, BODY);

/** The symbols in display order. */
function symbolsIn(text: string): string {
  return [...text.matchAll(/\b(RRR|TTT|MMM|SSS|EEE)\b/g)].map(([symbol]) => symbol).join(' ');
}

const ORDER = 'RRR TTT MMM SSS EEE';

describe('boards are in the order of boardNames, unnamed boards last', () => {
  test.each([
    'boards',
    'boards --no-plain',
    'boards --csv',
    'boards --no-plain --bias bullish',
    'watch --count 1',
    'watch --no-plain --count 1',
  ])('%s', async (line) => {
    const { stdout } = await runCli(line, { transport });
    expect(symbolsIn(stdout)).toBe(ORDER);
  });

  test('the live pane', async () => {
    const { screen } = await play('watch', [[2, (pane) => pane.press('q')]], { transport, rows: 100 });
    expect(symbolsIn(await screen('end'))).toBe(ORDER);
  });

  test('symbol', async () => {
    const same = rowOf({ symbol: 'XXX' });
    const body = { ...BODY, boards: { 7: [same], movers: [same], rvol: [same] } };
    const { stdout } = await runCli('symbol XXX --no-plain', {
      transport: async () => responseOf(200, body),
    });
    const titles = [...stdout.matchAll(/^(Relative volume|Movers|7) /gm)].map(([, title]) => title);
    expect(titles).toEqual(['Relative volume', 'Movers', '7']);
  });

  test.each([null, 'movers', {}, [[1, null]]])(
    'boardNames %j: the order of the response',
    async (boardNames) => {
      const body = {
        ...BODY,
        boards: { movers: [rowOf({ symbol: 'MMM' })], extra: [rowOf({ symbol: 'EEE' })] },
      };
      const { stdout } = await runCli('boards --no-plain', {
        transport: async () => responseOf(200, { ...body, boardNames }),
      });
      expect(symbolsIn(stdout)).toBe('MMM EEE');
    },
  );
});
