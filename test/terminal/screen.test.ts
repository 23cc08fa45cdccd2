import { describe, expect, test } from 'vitest';
import { openScreen } from '../../src/terminal/screen.ts';
import { createEmulator } from '../support/emulator.ts';

/** An output that records writes and can be blocked. */
function createOutput() {
  const writes: Array<string> = [];
  const listeners = new Set<() => void>();
  let slow = false;
  return {
    writes,
    listeners,
    columns: 80,
    write(text: string) {
      writes.push(text);
      return !slow;
    },
    freeze: () => {
      slow = true;
    },
    thaw: () => {
      slow = false;
      for (const listener of [...listeners]) listener();
    },
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  };
}

/** Returns the writes since the last call. */
function since(output: ReturnType<typeof createOutput>): ReadonlyArray<string> {
  return output.writes.splice(0);
}

describe('a screen', () => {
  test('shows every line of a frame that fills it', async () => {
    const output = createOutput();
    const emulator = createEmulator({ columns: 10, rows: 3 });
    const screen = openScreen(output);
    for (const frame of [
      ['one', 'two', 'three'],
      ['1234567890', 'two', '0987654321'],
    ]) {
      screen.paint(frame);
      await emulator.write(since(output).join(''));
      expect(emulator.lines()).toEqual(frame);
      screen.invalidate();
    }
  });

  test('writes only the changed parts of lines, in one synchronized write', () => {
    const output = createOutput();
    const screen = openScreen(output);
    screen.paint(['one', 'two', 'three']);
    since(output);
    screen.paint(['one', 'tWO', 'thrEe']);
    expect(since(output)).toEqual(['\x1b[?2026h\x1b[2;2HWO\x1b[3;4HE\x1b[?2026l']);
  });

  test('copies a text with one OSC 52 sequence, which shows nothing', async () => {
    const output = createOutput();
    const emulator = createEmulator({ columns: 10, rows: 2 });
    const screen = openScreen(output);
    screen.paint(['one', 'two']);
    await emulator.write(since(output).join(''));
    screen.copy('BRK.B');
    const written = since(output);
    expect(written).toEqual(['\x1b]52;c;QlJLLkI=\x07']);
    await emulator.write(written.join(''));
    expect(emulator.lines()).toEqual(['one', 'two']);
    screen.close([]);
    since(output);
    screen.copy('NVDA');
    expect(since(output)).toEqual([]);
  });

  test('sends a notification between two frames, also while the output is blocked', () => {
    const output = createOutput();
    const screen = openScreen(output);
    output.freeze();
    screen.paint(['one']);
    since(output);
    screen.send('FIRST');
    expect(since(output)).toEqual(['FIRST']);
    screen.close([]);
    since(output);
    screen.send('SECOND');
    expect(since(output)).toEqual([]);
  });

  test('erases below a shorter frame and rewrites all lines after a resize, without clearing the screen', () => {
    const output = createOutput();
    const screen = openScreen(output);
    screen.paint(['one', 'two', 'three']);
    since(output);
    screen.paint(['one']);
    expect(since(output)).toEqual(['\x1b[?2026h\x1b[1;1H\x1b[Jone\x1b[?2026l']);
    screen.paint(['one', 'two']);
    since(output);
    screen.invalidate();
    screen.paint(['one', 'two']);
    expect(since(output)).toEqual(['\x1b[?2026h\x1b[1;1H\x1b[Kone\x1b[2;1H\x1b[Jtwo\x1b[?2026l']);
  });

  test('keeps only the newest frame while the output is blocked', () => {
    const output = createOutput();
    const screen = openScreen(output);
    screen.paint(['start']);
    since(output);
    output.freeze();
    screen.paint(['frame 0']);
    for (let index = 1; index <= 600; index++) screen.paint([`frame ${index}`]);
    expect(since(output)).toHaveLength(1);
    output.thaw();
    expect(since(output)).toEqual(['\x1b[?2026h\x1b[1;7H600\x1b[?2026l']);
  });

  test('what is copied arrives whole, and no byte of it can end the sequence', () => {
    const output = createOutput();
    const screen = openScreen(output);
    since(output);
    const text = '\x1b]0;x\x07\x9c◆5 漢字\t'.repeat(1000);
    screen.copy(text);
    const encoded = since(output).join('').slice('\x1b]52;c;'.length, -1);
    expect(encoded).toMatch(/^[A-Za-z0-9+/=]*$/);
    expect(Buffer.from(encoded, 'base64').toString()).toBe(text);
  });

  test('copies nothing while the output is blocked, nor later', () => {
    const output = createOutput();
    const screen = openScreen(output);
    since(output);
    output.freeze();
    screen.paint(['start']);
    since(output);
    screen.copy('NVDA');
    output.thaw();
    expect(since(output)).toEqual([]);
    screen.copy('TLLT');
    expect(since(output)).toHaveLength(1);
  });

  test('restores the terminal once, and prints the given lines on the main screen', () => {
    const output = createOutput();
    const screen = openScreen(output);
    expect(since(output)).toEqual(['\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h']);
    screen.close(['last']);
    screen.close(['last']);
    screen.paint(['late']);
    screen.send('\x07');
    screen.copy('late');
    expect(since(output)).toEqual(['\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049llast\n']);
    expect(output.listeners.size).toBe(0);
  });

  test('sets a title when it changes, and puts the old one back', () => {
    const output = createOutput();
    const screen = openScreen(output, true);
    expect(since(output)).toEqual(['\x1b[22;2t\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h']);
    screen.paint(['one'], 'TLLT');
    expect(since(output)).toEqual([expect.stringContaining('\x1b]2;TLLT\x07\x1b[?2026h')]);
    screen.paint(['one'], 'TLLT');
    expect(since(output)).toEqual([]);
    screen.paint(['two'], 'TLLT');
    expect(since(output)).toEqual([expect.not.stringContaining('TLLT')]);
    // In a narrow pane, the title may be all that changes.
    screen.paint(['two'], 'A\x07\x1b]0;B\u009c\u202e');
    expect(since(output)).toEqual(['\x1b]2;A]0;B\x07']);
    screen.paint(['three'], 'A\x07\x1b]0;B\u009c\u202e');
    expect(since(output)).toEqual([expect.not.stringContaining(']2;')]);
    // Another program may have changed it.
    screen.reset();
    screen.paint(['three'], 'NVDA');
    expect(since(output).at(-1)).toContain('\x1b]2;NVDA\x07');
    output.freeze();
    screen.paint(['two'], 'NVDA');
    since(output);
    screen.paint(['four'], 'F');
    screen.paint(['five'], 'SONA');
    output.thaw();
    expect(since(output)).toEqual([expect.stringContaining('\x1b]2;SONA\x07\x1b[?2026h')]);
    screen.close([]);
    expect(since(output)).toEqual([
      '\x1b]2;\x07\x1b[23;2t\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l',
    ]);
  });
});
