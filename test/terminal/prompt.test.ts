import { describe, expect, test } from 'vitest';
import type { Input } from '../../src/context.ts';
import { UsageError } from '../../src/errors.ts';
import { promptLine, promptSecret } from '../../src/terminal/prompt.ts';
import { readInput } from '../../src/terminal/read-input.ts';
import { createEmptyWorld, piped } from '../support/world.ts';
import { createKeyboard } from './keyboard.ts';

describe('a secret', () => {
  test.each([
    ['typed', ['a', 'b', 'c', '\r'], 'abc'],
    ['pasted with its line end', ['abc\n'], 'abc'],
    ['nothing', ['\r'], ''],
    ['backspace', ['abx\x7fc\by\r'], 'aby'],
    ['backspace over a character of two units', ['a😀\x7fb\r'], 'ab'],
    ['backspace at the start', ['\x7f\x7fa\r'], 'a'],
    ['Ctrl-U and Ctrl-W', ['wrong\x15worse\x17right\r'], 'right'],
    ['bracketed paste', ['\x1b[200~abc\x1b[201~', '\r'], 'abc'],
    ['bracketed paste that keeps inner line ends', ['\x1b[200~a\nb\x1b[201~\r'], 'a\nb'],
    ['brackets in pieces', ['\x1b', '[2', '00~ab', '\x1b[20', '1~\r'], 'ab'],
    ['arrows and function keys', ['a\x1b[D\x1b[1;5C\x1bOP\x1b[15~b\r'], 'ab'],
    ['Ctrl-D on a line that is not empty', ['a\x04b\r'], 'ab'],
    ['other control characters', ['a\x01\x1a\x00b\r'], 'ab'],
    ['bytes of one character in pieces', [Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0d)], 'é'],
    ['what comes after Enter is not part of it', ['abc\rdef\r'], 'abc'],
  ])('%s', async (_, chunks, expected) => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const answer = promptSecret('API key: ', world.context);
    keyboard.press(...chunks);
    expect(await answer).toBe(expected);
    expect(world.stderr()).toBe('API key: \n');
    expect(world.stdout()).toBe('');
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test.each([
    ['Ctrl-C', 'abc\x03', { stop: 'SIGINT' }],
    ['Ctrl-\\', 'abc\x1c', { stop: 'SIGQUIT' }],
  ])('%s ends the program', async (_, keys, reason) => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const answer = promptSecret('API key: ', world.context);
    keyboard.press(keys);
    await expect(answer).rejects.toEqual(reason);
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
    expect(world.stderr()).toBe('API key: \n');
  });

  test('Ctrl-D on an empty line is a usage error', async () => {
    const keyboard = createKeyboard();
    const answer = promptSecret('API key: ', createEmptyWorld({ stdin: keyboard.input }).context);
    keyboard.press('\x04');
    await expect(answer).rejects.toBeInstanceOf(UsageError);
    expect(keyboard.state().raw).toBe(false);
  });

  test('an abort from outside restores the terminal', async () => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const answer = promptSecret('API key: ', world.context);
    expect(keyboard.state()).toEqual({ raw: true, listening: true, flowing: true });
    world.stop('SIGTERM');
    await expect(answer).rejects.toEqual({ stop: 'SIGTERM' });
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test('without a terminal it is refused at once', async () => {
    const world = createEmptyWorld({ stdin: piped('never read') });
    await expect(promptSecret('API key: ', world.context)).rejects.toBeInstanceOf(UsageError);
    expect(world.stderr()).toBe('');
  });
});

test('a line is shown as typed, corrections included, without escape sequences', async () => {
  const keyboard = createKeyboard();
  const world = createEmptyWorld({ stdin: keyboard.input });
  const answer = promptLine('URL: ', world.context);
  keyboard.press('ab', 'c', '\x7f', 'd\t', '\r');
  expect(await answer).toBe('abd\t');
  expect(world.stderr()).toBe('URL: abc\b \bd?\n');
});

describe('stdin', () => {
  test('is read to its end, bytes of one character in pieces', async () => {
    const stdin = piped('a', Uint8Array.of(0xc3), Uint8Array.of(0xa9), 'b');
    expect(await readInput(createEmptyWorld({ stdin }).context)).toBe('aéb');
  });

  test('without an end stops at a limit', async () => {
    const endless: Input = {
      async *[Symbol.asyncIterator]() {
        for (;;) yield 'x'.repeat(1024);
      },
    };
    await expect(readInput(createEmptyWorld({ stdin: endless }).context)).rejects.toBeInstanceOf(UsageError);
  });

  test('without anything stops with the program', async () => {
    const silent: Input = {
      async *[Symbol.asyncIterator]() {
        yield await new Promise<string>(() => undefined);
      },
    };
    const world = createEmptyWorld({ stdin: silent });
    const read = readInput(world.context);
    world.stop('SIGINT');
    await expect(read).rejects.toEqual({ stop: 'SIGINT' });
  });
});
