import { describe, expect, test } from 'vitest';
import { listenToKeyboard } from '../../src/terminal/keyboard.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createKeyboard } from './keyboard.ts';

/** A keyboard with a listener that records each call with its time in milliseconds. */
function listen() {
  const clock = createFakeClock();
  const keyboard = createKeyboard();
  const received: Array<string> = [];
  const stop = listenToKeyboard({ stdin: keyboard.input, clock }, (inputs) => {
    const words = inputs.map((input) => (input.type === 'key' ? input.key : `paste ${input.text}`));
    received.push(`${clock.monotonic()} ${words.join(' ')}`);
  });
  return { clock, keyboard, received, stop };
}

/** Types the chunks, each after its time in milliseconds and a blank, and returns the recorded calls. */
async function inputsOf(...chunks: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const { clock, keyboard, received, stop } = listen();
  await Promise.all(
    chunks.map((chunk) => {
      const at = Number.parseInt(chunk, 10);
      return clock.sleep(at).then(() => keyboard.press(chunk.slice(`${at} `.length)));
    }),
  );
  await clock.sleep(20_000);
  stop();
  return received;
}

describe('the keyboard', () => {
  test('reports all keys of one read at once', async () => {
    expect(await inputsOf('5 jjk')).toEqual(['5 j j k']);
  });

  test.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ['a lone ESC is the Escape key after 50 ms', ['10 \x1b'], ['60 escape']],
    ['an ESC completed within 50 ms is an arrow key', ['10 \x1b', '50 [A'], ['50 up']],
    ['Escape twice', ['10 \x1b', '20 \x1b'], ['20 escape', '70 escape']],
    ['Escape, then another key', ['10 \x1b', '200 q'], ['60 escape', '200 q']],
    ['a report whose rest is late', ['10 \x1b]11;rgb:1', '500 e1e/q\x1b', '1000 \\k'], ['1000 k']],
    ['an arrow whose rest is late', ['10 \x1b[', '900 A'], ['900 up']],
    ['a report without an end does not block keys after a second', ['10 \x1b]11;', '1100 k'], ['1100 k']],
    ['a paste in parts', ['10 \x1b[200~q', '2000 r\x1b[201~k'], ['10 paste q', '2000 paste r k']],
    [
      'a paste without an end',
      ['10 \x1b[200~q\x1b[2', '4000 k'],
      ['10 paste q', '3010 paste \x1b[2', '4000 k'],
    ],
    [
      'a long report in large parts, each soon after the one before',
      ['10 \x1b]52;c;AAAA', '900 AAAAAAAAAAAA', '1800 AAAA\x07k'],
      ['1800 k'],
    ],
    [
      'an arrow cut in the same place for longer than a second',
      ['10 \x1b[', '500 A\x1b[', '1000 A\x1b[', '1500 A'],
      ['500 up', '1000 up', '1500 up'],
    ],
    [
      'a large paste in parts that takes longer than the wait',
      ['10 \x1b[200~qqqqqqqq', '2000 rrrrrrrrrr', '4000 s\x1b[201~k'],
      ['10 paste qqqqqqqq', '2000 paste rrrrrrrrrr', '4000 paste s k'],
    ],
  ])('%s', async (_, chunks, expected) => {
    expect(await inputsOf(...chunks)).toEqual(expected);
  });

  test.each([
    ['Ctrl-C', '\x03', 'ctrl-c'],
    ['Ctrl-\\', '\x1c', 'ctrl-\\'],
    ['Ctrl-Z', '\x1a', 'ctrl-z'],
  ])('%s alone is a key inside a paste without an end marker', async (_, character, key) => {
    expect(await inputsOf('10 \x1b[200~q\x1b[2', `500 ${character}`, '600 k')).toEqual([
      '10 paste q',
      `500 paste \x1b[2 ${key}`,
      '600 k',
    ]);
    expect(await inputsOf(`10 \x1b[200~a${character}b`)).toEqual([`10 paste a${character}b`]);
  });

  test.each([
    ['a paste', '\x1b[200~', 3010],
    ['a report (OSC)', '\x1b]', 1010],
    ['a report (DCS)', '\x1bP', 1010],
    ['a report (SOS)', '\x1bX', 1010],
    ['a report (PM)', '\x1b^', 1010],
    ['a report (APC)', '\x1b_', 1010],
    ['parameters', '\x1b[', 1010],
  ])('%s without an end blocks the keys no longer, however often they are pressed', async (_, start, end) => {
    const presses = Array.from({ length: 50 }, (_, index) => 110 + 100 * index);
    const received = await inputsOf(`10 ${start}`, ...presses.map((at) => `${at} 1`));
    const keys = received.filter((line) => line.endsWith(' 1') && !line.includes('paste'));
    expect(keys).toHaveLength(presses.filter((at) => at > end).length);
  });

  test('cancels its timers when listening stops', async () => {
    const { clock, keyboard, received, stop } = listen();
    keyboard.input.resume?.();
    keyboard.press('\x1b');
    stop();
    await clock.sleep(5000);
    expect(received).toEqual([]);
    expect(clock.pending()).toBe(0);
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test('does not touch a stdin that is not a terminal', () => {
    const { input, state } = createKeyboard();
    listenToKeyboard({ stdin: { ...input, isTTY: false }, clock: createFakeClock() }, () => undefined)();
    expect(state()).toEqual({ raw: false, listening: false, flowing: false });
  });
});
