import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notificationSequence } from '../../src/terminal/notification.ts';
import { hostileText } from '../fuzz/hostile.ts';
import { createEmulator } from '../support/emulator.ts';

describe('a notification', () => {
  test('is an OSC 9 sequence, and the bell', () => {
    expect(notificationSequence('boards day: EMLO entered movers 3', {})).toBe(
      '\x1b]9;boards day: EMLO entered movers 3\x07\x07',
    );
  });

  test.each([{ TMUX: '' }, { TMUX: undefined }])('with %j is not wrapped', (env) => {
    expect(notificationSequence('x', env)).toBe('\x1b]9;x\x07\x07');
  });

  test('in tmux is wrapped for the terminal outside; the bell is not', () => {
    expect(notificationSequence('x', { TMUX: '/tmp/tmux-0/default,1,0' })).toBe(
      '\x1bPtmux;\x1b\x1b]9;x\x07\x1b\\\x07',
    );
  });

  test.each([
    ['4;3;50', ''],
    ['4;1;50 boards', 'boards'],
    [' 9 boards', 'boards'],
    [';4', ''],
    ['a\x1b]0;title\x07b', 'a]0;titleb'],
    ['a\x1b\\b', 'a\\b'],
    ['é漢\x9b\u202e\u2028\ud800🚀ok', 'é漢ok'],
    ['٤;1', ''],
    ['x'.repeat(300), `${'x'.repeat(157)}...`],
  ])('%j is sent as %j', (text, sent) => {
    expect(notificationSequence(text, {})).toBe(`\x1b]9;${sent}\x07\x07`);
  });

  test('is an OSC 777 sequence in Windows Terminal', () => {
    expect(notificationSequence('boards day: a; b', { WT_SESSION: '1' })).toBe(
      '\x1b]777;notify;boards;boards day: a, b\x07\x07',
    );
  });

  test('is ASCII where the terminal shows nothing else', () => {
    const text = 'boards day: ΟΤΕ entered Movers 3';
    expect(notificationSequence(text, { LC_ALL: 'C' })).toBe(
      '\x1b]9;boards day: ??? entered Movers 3\x07\x07',
    );
  });

  test('shows nothing on the screen, whatever its text', async () => {
    const emulator = createEmulator({ columns: 40, rows: 3 });
    await fc.assert(
      fc.asyncProperty(hostileText, fc.boolean(), async (text, isTmux) => {
        const plain = notificationSequence(text, {});
        const sequence = isTmux ? notificationSequence(text, { TMUX: 'x' }) : plain;
        await emulator.write(sequence);
        expect(emulator.lines()).toEqual(['', '', '']);
        expect(JSON.stringify(plain)).toMatch(
          /^"\\u001b\]9;(?![\p{N};])[ -~\p{L}\p{M}\p{N}]*\\u0007\\u0007"$/u,
        );
        expect(sequence).toContain(plain.slice(1, -1));
      }),
      { numRuns: 80 },
    );
  });
});
