import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { play, press, screensAfter, shoot } from '../support/play.ts';
import { snapshotOf } from '../support/snapshots.ts';

const OPENING = ['z', 'e', 'c', 'enter', '?', 'b'] as const;
const MOVES: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ...[['j'], ['j', 'j'], ['j', 'l'], ['k'], ['G'], ['pagedown'], ['j', 'j', 'j'], ['l'], ['f']],
];
const BACK = ['q', 'escape'] as const;

const KEYS = ['movers', 'rvol', 'forum'];
const boardsAt = (minute: number) =>
  boardsOf(
    Object.fromEntries(
      KEYS.map((key, index) => [
        key,
        Array.from({ length: 9 }, (_, row) => `${'ABC'[index]}${row + minute}`).join(' '),
      ]),
    ),
  );
const service = () => minuteService(boardsAt);

describe('every view leads back the way it was opened,', () => {
  const step = fc.tuple(fc.constantFrom(...MOVES), fc.constantFrom(...OPENING));
  const path = fc.array(step, { minLength: 3, maxLength: 5 });
  const size = fc.constantFrom(
    ...[
      { width: 30, rows: 8 },
      { width: 40, rows: 12 },
      { width: 80, rows: 24 },
    ],
  );

  test('with q and Esc, to the same lines and the same selected row', () => {
    fc.assert(
      fc.property(path, fc.infiniteStream(fc.constantFrom(...BACK)), size, (steps, back, shown) => {
        const pane = createLoosePane({ size: shown, now: () => START + 3 * MINUTE_MS });
        for (const minute of [2, 3]) {
          const asOf = new Date(START + minute * MINUTE_MS).toISOString();
          pane.receive(snapshotOf({ ...boardsAt(minute), asOf }));
        }
        const left: Array<ReadonlyArray<string>> = [];
        for (const [moves, opening] of steps) {
          pane.press(...moves);
          const before = pane.render();
          const { stack } = pane.state();
          pane.press(opening);
          // A key may also close its view, or explain why it opens none.
          if (pane.state().stack.length > stack.length) left.push(before);
          else if (pane.state().stack.length < stack.length) left.pop();
          pane.render();
        }
        fc.pre(left.length > 1);
        for (const before of left.toReversed()) {
          pane.press(back.next().value);
          // Ignores the footer, where a message stays for a while.
          expect(pane.render().slice(0, -1)).toEqual(before.slice(0, -1));
        }
        expect(pane.state().stack).toHaveLength(1);
      }),
      { numRuns: 15, seed: 5 },
    );
  });
});

test('Esc never quits, and q quits only on the live boards', async () => {
  const played = await play(
    'watch',
    [
      [150, press('\x1b')],
      [151, press('\x1b')],
      [152, press('[')],
      [153, press('q')],
      [154, shoot('live')],
      [155, press('q')],
    ],
    service(),
  );
  expect(await played.screen('live')).not.toContain('PAST');
  expect(played.exitCode).toBe(0);
});

test('] at the newest snapshot says so', async () => {
  const [screen] = await screensAfter('watch', [']'], service());
  expect(screen?.split('\n').at(-1)).toContain('this is the newest snapshot');
});
