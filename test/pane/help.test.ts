import { describe, expect, test } from 'vitest';
import { key, type View } from '../../src/pane/view.ts';
import { createLoosePane, type LoosePane } from '../support/loose-pane.ts';
import { snapshotOf } from '../support/snapshots.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 5);

/** The help of the view that keys open. */
function helpAfter(keys: ReadonlyArray<string>): ReadonlyArray<string> {
  const pane = createLoosePane({ size: { width: 80, rows: 24 }, now: () => NOW });
  pane.receive(snapshotOf());
  pane.render();
  pane.press(...keys, '?');
  return screenOf(pane);
}

/** Without colours. */
function screenOf(pane: LoosePane): ReadonlyArray<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  return pane.render().map((line) => line.replace(/\x1b\[[\d;]*m/g, ''));
}

describe('the help has a row, the keys and the signs of the view in front, in 80 × 24:', () => {
  test.each([
    [
      'tiles',
      [],
      'rank, moved since the baseline',
      'entered; climbed 2, fell 1',
      'notifications of pins on, off',
    ],
    ['zoom', ['z'], 'or h l: other board', '▁▂▅█'],
    ['log', ['e'], 'top ranks, all ranks, or pins', 'a new top play'],
    ['confluence', ['c'], 'top play, place, symbol, price', 'two boards or more, all, pins'],
    ['card', ['j', 'enter'], 'ranks of the day', '≤13:51'],
    ['list of boards', ['b'], 'show all boards, or none', 'shown, hidden'],
  ])('%s', (_, keys, ...words) => {
    const lines = helpAfter(keys);
    for (const word of words) expect(lines.join('\n')).toContain(word);
    // A footer without a position has nothing to scroll.
    expect(lines.at(-1)).toMatch(/^q back {2}\? close *$/);
  });

  test('names no key that does not work there', () => {
    expect(helpAfter(['b']).join('\n')).not.toContain('poll now');
    expect(helpAfter([]).join('\n')).not.toContain('only what entered');
    expect(helpAfter(['j', 'enter']).join('\n')).not.toMatch(/choose boards|baseline/);
  });
});

test('a view of one object has its keys in the footer and in its help, and its reasons as messages', () => {
  const base: View = {
    name: 'clock',
    keys: [
      key('time', 'x', ['x'], 'wind the clock', {
        footer: () => 'wind',
        press: ({ pane }) => ({ pane, message: 'tick' }),
      }),
      key('mark', 'v', ['v'], 'ring the bell', {
        footer: () => 'ring',
        disabled: () => 'there is no bell',
        press: () => ({}),
      }),
    ],
    help: { sample: ['10:15'], signs: [{ label: ':', word: 'between hours and minutes' }] },
    draw: ({ ctx: { now } }) => ({
      lines: [new Date(now).toISOString()],
      starts: [0],
      rows: [],
    }),
  };
  const pane = createLoosePane({ base, size: { width: 80, rows: 24 }, now: () => NOW });
  pane.receive(snapshotOf());
  expect(screenOf(pane)[3]).toBe('2026-06-03T14:30:05.000Z');
  expect(screenOf(pane).at(-1)).toMatch(/^q quit {2}\? help {2}x wind {2}/);
  pane.press('?');
  const help = screenOf(pane).join('\n');
  for (const word of ['10:15', 'wind the clock', 'between hours and minutes', 'log of what changed'])
    expect(help).toContain(word);
  pane.press('q', 'x');
  expect(screenOf(pane).at(-1)).toMatch(/ tick$/);
  pane.press('v');
  expect(screenOf(pane).at(-1)).toMatch(/ there is no bell$/);
});
