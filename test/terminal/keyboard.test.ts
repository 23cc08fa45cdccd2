import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyDecoder, listenToKeyboard, type TerminalInput } from '../../src/terminal/keyboard.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { piped } from '../support/world.ts';
import { createKeyboard } from './keyboard.ts';

/** A keyboard with a listener that records each call with its time in milliseconds. */
function listen() {
  const clock = createFakeClock();
  const keyboard = createKeyboard();
  const received: Array<string> = [];
  const stop = listenToKeyboard(
    { stdin: keyboard.input, clock, host: { openKeyboard: () => null } },
    (inputs) => {
      const words = inputs.map((input) => (input.type === 'key' ? input.key : `paste ${input.text}`));
      received.push(`${clock.monotonic()} ${words.join(' ')}`);
    },
  );
  return { clock, keyboard, received, stop: () => stop?.() };
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
    ['a paste', '\x1b[200~', 3000],
    ['a report (OSC)', '\x1b]', 1000],
    ['a report (DCS)', '\x1bP', 1000],
    ['a report (SOS)', '\x1bX', 1000],
    ['a report (PM)', '\x1b^', 1000],
    ['a report (APC)', '\x1b_', 1000],
    ['parameters', '\x1b[', 1000],
  ])('%s without an end blocks the keys no longer than after a pause', async (_, start, pause) => {
    const end = 500 + pause + 1;
    const received = await inputsOf(`10 ${start}`, '500 1', `${end} 1`);
    expect(received.at(-1)).toBe(`${end} 1`);
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
    const stdin = Object.assign(input, { isTTY: false });
    const host = { openKeyboard: () => null };
    expect(listenToKeyboard({ stdin, clock: createFakeClock(), host }, () => undefined)).toBeNull();
    expect(state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test('is the terminal of the process if stdin is none, which is given back', () => {
    const { input, press, state } = createKeyboard();
    const received: Array<TerminalInput> = [];
    const host = { openKeyboard: () => input };
    const world = { stdin: piped('q'), clock: createFakeClock(), host };
    const stop = listenToKeyboard(world, (inputs) => received.push(...inputs));
    press('j');
    expect(received).toEqual([{ type: 'key', key: 'j' }]);
    expect(state().raw).toBe(true);
    stop?.();
    expect(state()).toEqual({ raw: false, listening: false, flowing: false });
    expect(input.destroyed).toBe(true);
  });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Joins adjacent parts of a paste, because their number depends on the chunks. */
function joined(inputs: ReadonlyArray<TerminalInput>): ReadonlyArray<TerminalInput> {
  const all: Array<TerminalInput> = [];
  for (const input of inputs) {
    const last = all.at(-1);
    if (last?.type === 'paste' && input.type === 'paste') {
      all.splice(-1, 1, { type: 'paste', text: last.text + input.text });
    } else all.push(input);
  }
  return all;
}

/** Decodes the chunks and flushes what is pending. */
function decodeAll(...chunks: ReadonlyArray<string | Uint8Array>): ReadonlyArray<TerminalInput> {
  const decoder = createKeyDecoder();
  return joined([...chunks.flatMap((chunk) => decoder.decode(chunk)), ...decoder.flush()]);
}

function keysOf(...chunks: ReadonlyArray<string | Uint8Array>): ReadonlyArray<string> {
  return decodeAll(...chunks).map((input) => (input.type === 'key' ? input.key : `paste ${input.text}`));
}

/** Sequences that are not keys. */
const IGNORED: ReadonlyArray<readonly [string, string | Uint8Array]> = [
  ['a colour report (OSC, ended by ST)', '\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\'],
  ['a colour report (OSC, ended by BEL)', '\x1b]11;rgb:1e1e/1e1e/2e2e\x07'],
  ['the clipboard (OSC 52)', `\x1b]52;c;${'cXExMjM0NQ'.repeat(2000)}\x1b\\`],
  ['a terminfo report (DCS)', '\x1bP1+r544e=787465726d\x1b\\'],
  ['a version report (DCS)', '\x1bP>|XTerm(390)\x1b\\'],
  ['a graphics report (APC)', '\x1b_Gi=31;OK\x1b\\'],
  ['a private message (PM)', '\x1b^q1\x1b\\'],
  ['a string (SOS)', '\x1bXq12\x1b\\'],
  ['a cursor position', '\x1b[24;80R'],
  ['device attributes', '\x1b[?62;22;52c'],
  ['a mode report', '\x1b[?2026;2$y'],
  ['a window size', '\x1b[8;24;80t'],
  ['an X10 mouse report', '\x1b[M q1'],
  ['an X10 mouse report beyond column 95', Uint8Array.of(0x1b, 0x5b, 0x4d, 0x20, 0xc3, 0xa9)],
  ['an SGR mouse report', '\x1b[<35;10;20M'],
  ['the end of an SGR click', '\x1b[<0;10;20m'],
  ['an urxvt mouse report', '\x1b[35;10;20M'],
  ['focus', '\x1b[I\x1b[O'],
  ['an arrow with Control', '\x1b[1;5C'],
  ['F1, F5 and F12', '\x1bOP\x1b[15~\x1b[24~'],
  ['F1 of the Linux console', '\x1b[[A'],
  ['Alt and q', '\x1bq'],
  ['Alt and an arrow', '\x1b[1;3A'],
  ['a released key (kitty)', '\x1b[113;1:3u'],
  ['Alt and q (kitty)', '\x1b[113;3u'],
  ['a modifier key (kitty)', '\x1b[57441;2u'],
  ['a key beyond Unicode (kitty)', '\x1b[99999999999;5u'],
  ['Control and a digit (modifyOtherKeys)', '\x1b[27;5;49~'],
  ['the end of a paste that never began', '\x1b[201~'],
  ['a sequence with 10,000 parameters', `\x1b[${'1;'.repeat(10_000)}A`],
  ['control characters', '\x00\x01\x02'],
];

const CONTROLS = ['ctrl-c', 'ctrl-z', 'ctrl-\\', 'ctrl-l', 'ctrl-d'];
const SPECIAL = ['escape', 'enter', 'tab', 'shift-tab', 'backspace'];

describe('the key decoder', () => {
  test.each([
    ['q', ['q']],
    ['jjk', ['j', 'j', 'k']],
    ['\x1b[A\x1b[B\x1b[C\x1b[D', ['up', 'down', 'right', 'left']],
    ['\x1bOA', ['up']],
    ['\x1b[5~\x1b[6~', ['pageup', 'pagedown']],
    ['\x1b[H\x1b[F\x1b[1~\x1b[4~', ['home', 'end', 'home', 'end']],
    ['\x1b[Z\t', ['shift-tab', 'tab']],
    ['\x1b', ['escape']],
    ['\x1b\x1b', ['escape', 'escape']],
    ['\x1b\x1b[A', ['escape', 'up']],
    ['\x03\x1a\x1c', ['ctrl-c', 'ctrl-z', 'ctrl-\\']],
    ['\r\n\x7f\x08', ['enter', 'enter', 'backspace', 'backspace']],
    ['é日😀', ['é', '日', '😀']],
    ['\x1b[200~q1\x1b[A\r\x1b[201~k', ['paste q1\x1b[A\r', 'k']],
    ['\x1b[200~\x1b\x1b[201\x1b[201~k', ['paste \x1b\x1b[201', 'k']],
    ['\x1b[99;5u\x1b[122;5u\x1b[92;5u\x1b[108;5u\x1b[100;5u', CONTROLS],
    ['\x1b[27;5;99~\x1b[27;5;122~\x1b[27;5;92~\x1b[27;5;108~\x1b[27;5;100~', CONTROLS],
    ['\x1b[27u\x1b[13u\x1b[9u\x1b[9;2u\x1b[127u', SPECIAL],
    ['\x1b[27;1;27~\x1b[27;1;13~\x1b[27;1;9~\x1b[27;2;9~\x1b[27;1;127~', SPECIAL],
    ['\x1b[27;129u\x1b[99;197u\x1b[27;1:2u', ['escape', 'ctrl-c', 'escape']],
    ['\x1b[113u\x1b[116:84;2u\x1b[27;2;84~\x1b[233;;233u', ['q', 'T', 'T', 'é']],
    ['', []],
  ])('decodes %j', (chunk, keys) => {
    expect(keysOf(chunk)).toEqual(keys);
  });

  test.each(IGNORED)('ignores %s, also in two reads', (_, sequence) => {
    const bytes = typeof sequence === 'string' ? bytesOf(sequence) : sequence;
    expect(keysOf(bytes, 'k')).toEqual(['k']);
    const step = Math.ceil(bytes.length / 50);
    for (let at = 1; at < bytes.length; at += step) {
      expect(keysOf(bytes.slice(0, at), bytes.slice(at), 'k')).toEqual(['k']);
    }
  });

  test.each([
    ['OSC', '\x1b]11;rgb'],
    ['DCS and an ESC', '\x1bPq\x1b'],
    ['CSI', '\x1b[1;'],
    ['SS3', '\x1bO'],
    ['a mouse report', '\x1b[M '],
    ['ESC', '\x1b'],
  ])('recognizes Ctrl-C, Ctrl-Z and Ctrl-\\ inside an incomplete %s', (_, start) => {
    for (const [character, key] of [
      ['\x03', 'ctrl-c'],
      ['\x1a', 'ctrl-z'],
      ['\x1c', 'ctrl-\\'],
    ]) {
      expect(keysOf(start, `${character}`).at(-1)).toBe(key);
    }
  });

  test('does not store a string without an end', () => {
    const decoder = createKeyDecoder();
    const chunk = bytesOf('x'.repeat(65_536));
    decoder.decode('\x1b]52;c;');
    const before = process.memoryUsage.rss();
    let inputs = 0;
    for (let count = 0; count < 4000; count++) inputs += decoder.decode(chunk).length;
    expect(inputs).toBe(0);
    // Of 250 MB, little more than the garbage of some chunks.
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('splitting the input into reads', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...IGNORED.map(([, sequence]) => (typeof sequence === 'string' ? bytesOf(sequence) : sequence)).filter(
        ({ length }) => length < 100,
      ),
    ),
    fc
      .constantFrom('\x1b[A', '\x1b', '\x1b[200~q\x1b[201~', '\x1b[', '\x1b]', '\x03', 'é', '😀', 'q')
      .map(bytesOf),
    fc.uint8Array({ maxLength: 8 }),
  );
  const stream = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces));

  test('byte by byte gives the same keys as one read', () => {
    fc.assert(
      fc.property(stream, (bytes) => {
        const single = [...bytes].map((byte) => Uint8Array.of(byte));
        expect(decodeAll(...single)).toEqual(decodeAll(bytes));
      }),
      { numRuns: 280 },
    );
  });

  test('anywhere gives the same keys as one read', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200)), (bytes, places) => {
        const cuts = [0, ...places.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        expect(decodeAll(...chunks)).toEqual(decodeAll(bytes));
      }),
      { numRuns: 160 },
    );
  });
});
