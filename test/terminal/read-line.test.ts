import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { prompt, readInput } from '../../src/terminal/read-line.ts';
import { createEmptyWorld, piped } from '../support/world.ts';
import { createKeyboard } from './keyboard.ts';

describe('the prompt for a secret', () => {
  test.each([
    ['typed text', ['a', 'b', 'c', '\r'], 'abc'],
    ['a paste with a newline', ['abc\n'], 'abc'],
    ['a paste of two lines', ['abc\rdef\r'], 'abc\ndef'],
    ['an empty line', ['\r'], ''],
    ['backspace', ['abx\x7fc\by\r'], 'aby'],
    ['backspace over a character of two units', ['a😀\x7fb\r'], 'ab'],
    ['backspace at the start', ['\x7f\x7fa\r'], 'a'],
    ['Ctrl-U and Ctrl-W', ['wrong\x15worse\x17right\r'], 'right'],
    ['bracketed paste', ['\x1b[200~abc\x1b[201~', '\r'], 'abc'],
    ['Ctrl-D on a line that is not empty', ['a\x04b\r'], 'ab'],
    ['Ctrl-Z', ['a\x1ab\r'], 'ab'],
    ['Enter (CSI u)', ['ab\x1b[13u'], 'ab'],
    ['a character split into two reads', [Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0d)], 'é'],
  ])('handles %s', async (_, chunks, expected) => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const entered = prompt('API key: ', world.context, true);
    keyboard.press(...chunks);
    expect(await entered).toBe(expected);
    expect(world.stderr()).toBe('API key: \n');
    expect(world.stdout()).toBe('');
    expect(keyboard.state()).toMatchObject({ raw: false, flowing: false });
  });

  test.each([
    ['Ctrl-C', 'abc\x03', { stop: 'SIGINT' }],
    ['Ctrl-C in a paste without an end', '\x1b[200~abc\x03', { stop: 'SIGINT' }],
    ['Ctrl-\\', 'abc\x1c', { stop: 'SIGQUIT' }],
    ['Ctrl-C (CSI u)', 'abc\x1b[99;5u', { stop: 'SIGINT' }],
    ['Ctrl-C (modifyOtherKeys)', '\x1b[27;5;99~', { stop: 'SIGINT' }],
    ['Ctrl-\\ (CSI u)', '\x1b[92;5u', { stop: 'SIGQUIT' }],
  ])('ends the program on %s', async (_, keys, reason) => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const entered = prompt('API key: ', world.context, true);
    keyboard.press(keys);
    await expect(entered).rejects.toEqual(reason);
    expect(keyboard.state()).toMatchObject({ raw: false, flowing: false });
    expect(world.stderr()).toBe('API key: \n');
  });

  test('throws a usage error on Ctrl-D on an empty line', async () => {
    const keyboard = createKeyboard();
    const entered = prompt('API key: ', createEmptyWorld({ stdin: keyboard.input }).context, true);
    keyboard.press('\x04');
    await expect(entered).rejects.toBeInstanceOf(UsageError);
    expect(keyboard.state().raw).toBe(false);
  });

  test('restores the terminal when the signal is aborted', async () => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const entered = prompt('API key: ', world.context, true);
    expect(keyboard.state()).toMatchObject({ raw: true, flowing: true });
    world.stop('SIGTERM');
    await expect(entered).rejects.toEqual({ stop: 'SIGTERM' });
    expect(keyboard.state()).toMatchObject({ raw: false, flowing: false });
  });
});

test('the prompt for a line leaves the echo to the terminal', async () => {
  const keyboard = createKeyboard();
  const world = createEmptyWorld({ stdin: keyboard.input });
  const entered = prompt('URL: ', world.context);
  expect(keyboard.state()).toMatchObject({ raw: false, flowing: true });
  keyboard.press('abd\n');
  expect(await entered).toBe('abd');
  expect(world.stderr()).toBe('URL: ');
});

describe('reading stdin', () => {
  test('returns all of it, even if a character is split into two chunks', async () => {
    const stdin = piped('a', Uint8Array.of(0xc3), Uint8Array.of(0xa9), 'b');
    expect(await readInput(createEmptyWorld({ stdin }).context)).toBe('aéb');
  });

  test('without an end throws a usage error', async () => {
    const stdin = new Readable({
      read() {
        this.push('x'.repeat(1024));
      },
    });
    await expect(readInput(createEmptyWorld({ stdin }).context)).rejects.toBeInstanceOf(UsageError);
  });

  test('without input stops when the signal is aborted', async () => {
    const world = createEmptyWorld({ stdin: new Readable({ read: () => undefined }) });
    const read = readInput(world.context);
    world.stop('SIGINT');
    await expect(read).rejects.toEqual({ stop: 'SIGINT' });
  });
});
