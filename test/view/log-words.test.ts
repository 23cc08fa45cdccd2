import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../src/model/log.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { describeEntry } from '../../src/view/log-words.ts';
import { symbolEntry } from './fixtures.ts';
import { departure, ENTERED, entry, FOUR, LEFT, place, SESSION, TOP_PLAY } from './log-fixtures.ts';

describe('what happened, in words:', () => {
  const away = (minutes: number) => ({ isReturn: true, awayMilliseconds: minutes * MINUTE_MS });

  test.each<readonly [name: string, entry: LogEntry, text: string]>([
    [
      'on several boards',
      symbolEntry('entered', { entered: [entry('movers', 3), entry('search', 5)], firstSeen: 'today' }),
      'movers 3, search 5, new today',
    ],
    [
      'first seen, where memory does not reach back to the open',
      symbolEntry('entered', { entered: [entry('movers', 3)], firstSeen: 'memory' }),
      'movers 3, first seen',
    ],
    ['seen before on another board', symbolEntry('entered', { entered: [entry('movers', 3)] }), 'movers 3'],
    ['back', symbolEntry('entered', { entered: [entry('movers', 9, away(35))] }), 'movers 9, back after 35m'],
    [
      'back on one of two boards',
      symbolEntry('entered', { entered: [entry('movers', 9, away(35)), entry('rvol', 1)] }),
      'movers 9, rvol 1, back after 35m',
    ],
    [
      'back after different times',
      symbolEntry('entered', { entered: [entry('movers', 9, away(2)), entry('rvol', 1, away(125))] }),
      'movers 9, rvol 1, back after 2h05',
    ],
    [
      'back after less than a minute',
      symbolEntry('entered', { entered: [entry('movers', 9, away(0.2))] }),
      'movers 9, back after <1m',
    ],
    [
      'back after a hole',
      symbolEntry('entered', { entered: [entry('movers', 9, { isReturn: true })] }),
      'movers 9, back',
    ],
    [
      'from one board to another',
      symbolEntry('entered', { entered: [entry('rvol', 1)], left: [departure('movers', 3, 22)] }),
      'rvol 1, left movers (was 3, there 22m)',
    ],
    [
      'left two boards',
      symbolEntry('left', { left: [departure('movers', 3, 22), departure('rvol', 8, 130, true)] }),
      'left movers (was 3, there 22m), rvol (was 8, there ≥2h10)',
    ],
    [
      'left at once',
      symbolEntry('left', { left: [departure('movers', 3, 0)] }),
      'left movers (was 3, there <1m)',
    ],
    [
      'there when memory began, a few seconds ago',
      symbolEntry('left', { left: [departure('movers', 3, 0.3, true)] }),
      'left movers (was 3, there ≥0m)',
    ],
    [
      'a top play of a few seconds',
      { ...TOP_PLAY, there: { milliseconds: 20_000, isAtLeast: false } },
      'top play (was TLLT for <1m)',
    ],
    ['the first top play', { ...TOP_PLAY, was: null }, 'top play (none before)'],
    ['the session is unknown', { ...SESSION, to: null }, 'market unknown (was premarket)'],
    ['the session was unknown', { ...SESSION, from: null }, 'market open (was unknown)'],
    [
      'confluence falls',
      symbolEntry('confluence', {
        confluence: { from: 3, to: 1 },
        places: [place('rvol', 2), place('movers', null, 3), place('forum', null, 1)],
        left: [departure('movers', 3, 22), departure('forum', 1, 5)],
      }),
      'on 1 board (was 3): rvol -movers -forum',
    ],
    [
      'confluence falls to none',
      symbolEntry('confluence', {
        confluence: { from: 4, to: 0 },
        places: [place('movers', null, 3)],
        left: [departure('movers', 3, 22)],
      }),
      'on 0 boards (was 4): -movers',
    ],
    [
      'confluence by ranks alone: the boards that are counted, as many as the number says',
      symbolEntry('confluence', {
        confluence: { from: 2, to: 3 },
        places: [
          ...[place('alerted', 1), place('movers', 5, 6), place('rvol', 6), place('forum', 4, 1)],
          ...[place('search', 10, null), place('lowFloat', null, 7), place('moneyFlow', 24)],
        ],
      }),
      'on 3 boards (was 2): alerted +movers forum',
    ],
    [
      'confluence falls by ranks alone',
      symbolEntry('confluence', {
        confluence: { from: 3, to: 2 },
        places: [place('alerted', 1), place('rvol', 6, 5), place('moneyFlow', 5)],
      }),
      'on 2 boards (was 3): alerted moneyFlow -rvol',
    ],
    [
      'confluence of a service that counts in another way',
      symbolEntry('confluence', { confluence: { from: 2, to: 3 } }),
      'on 3 boards (was 2)',
    ],
  ])('%s', (_, of, text) => {
    expect(describeEntry(of, { isShort: false, room: 60 })).toBe(text);
  });
});

describe('in a narrow pane, where the sign says a part of it:', () => {
  const movedOn = symbolEntry('entered', { entered: [entry('rvol', 1)], left: [departure('movers', 3, 22)] });
  const departed = symbolEntry('left', {
    left: [departure('movers', 3, 22), departure('rvol', 8, 130, true)],
  });
  const long = symbolEntry('entered', { entered: [entry('relStrength', 10)], firstSeen: 'today' });

  test.each<readonly [name: string, entry: LogEntry, text: string]>([
    ['entered', ENTERED, 'movers 3, new today'],
    ['left', LEFT, 'movers 3 (22m)'],
    ['left two boards', departed, 'movers 3 (22m), rvol 8 (≥2h10)'],
    ['from one board to another', movedOn, 'rvol 1, left movers 3 (22m)'],
    ['confluence', FOUR, 'was 3: movers rvol momentum +forum'],
    ['the rank is whole', long, 'relStreng… 10, new today'],
  ])('%s', (_, of, text) => {
    expect(describeEntry(of, { isShort: true, room: 13 })).toBe(text);
  });
});
