import { describe, expect, test } from 'vitest';
import type { Input } from '../../src/context.ts';
import { UsageError } from '../../src/errors.ts';
import { promptLine, promptSecret } from '../../src/terminal/prompt.ts';
import { readInput } from '../../src/terminal/read-input.ts';
import { createEmptyWorld, piped } from '../support/world.ts';
import { createKeyboard } from './keyboard.ts';

describe('the prompt for a secret', () => {
  test.each([
    ['typed text', ['a', 'b', 'c', '\r'], 'abc'],
    ['unmarked paste with a newline', ['abc\n'], 'abc'],
    ['an empty line', ['\r'], ''],
    ['backspace', ['abx\x7fc\by\r'], 'aby'],
    ['backspace over a character of two units', ['a😀\x7fb\r'], 'ab'],
    ['backspace at the start', ['\x7f\x7fa\r'], 'a'],
    ['Ctrl-U and Ctrl-W', ['wrong\x15worse\x17right\r'], 'right'],
    ['bracketed paste', ['\x1b[200~abc\x1b[201~', '\r'], 'abc'],
    ['bracketed paste with a newline inside', ['\x1b[200~a\nb\x1b[201~\r'], 'a\nb'],
    ['bracketed paste in several reads', ['\x1b', '[2', '00~ab', '\x1b[20', '1~\r'], 'ab'],
    ['arrows and function keys', ['a\x1b[D\x1b[1;5C\x1bOP\x1b[15~b\r'], 'ab'],
    ['Ctrl-D on a line that is not empty', ['a\x04b\r'], 'ab'],
    ['other control characters', ['a\x01\x1a\x00b\r'], 'ab'],
    ['a character split into two reads', [Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0d)], 'é'],
    ['text after Enter', ['abc\rdef\r'], 'abc'],
  ])('handles %s', async (_, chunks, expected) => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const entered = promptSecret('API key: ', world.context);
    keyboard.press(...chunks);
    expect(await entered).toBe(expected);
    expect(world.stderr()).toBe('API key: \n');
    expect(world.stdout()).toBe('');
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test.each([
    ['Ctrl-C', 'abc\x03', { stop: 'SIGINT' }],
    ['Ctrl-\\', 'abc\x1c', { stop: 'SIGQUIT' }],
  ])('ends the program on %s', async (_, keys, reason) => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const entered = promptSecret('API key: ', world.context);
    keyboard.press(keys);
    await expect(entered).rejects.toEqual(reason);
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
    expect(world.stderr()).toBe('API key: \n');
  });

  test('throws a usage error on Ctrl-D on an empty line', async () => {
    const keyboard = createKeyboard();
    const entered = promptSecret('API key: ', createEmptyWorld({ stdin: keyboard.input }).context);
    keyboard.press('\x04');
    await expect(entered).rejects.toBeInstanceOf(UsageError);
    expect(keyboard.state().raw).toBe(false);
  });

  test('restores the terminal when the signal is aborted', async () => {
    const keyboard = createKeyboard();
    const world = createEmptyWorld({ stdin: keyboard.input });
    const entered = promptSecret('API key: ', world.context);
    expect(keyboard.state()).toEqual({ raw: true, listening: true, flowing: true });
    world.stop('SIGTERM');
    await expect(entered).rejects.toEqual({ stop: 'SIGTERM' });
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test('throws a usage error if stdin is not a terminal', async () => {
    const world = createEmptyWorld({ stdin: piped('never read') });
    await expect(promptSecret('API key: ', world.context)).rejects.toBeInstanceOf(UsageError);
    expect(world.stderr()).toBe('');
  });
});

test('the prompt for a line echoes it with its corrections, without escape sequences', async () => {
  const keyboard = createKeyboard();
  const world = createEmptyWorld({ stdin: keyboard.input });
  const entered = promptLine('URL: ', world.context);
  keyboard.press('ab', 'c', '\x7f', 'd\t', '\r');
  expect(await entered).toBe('abd\t');
  expect(world.stderr()).toBe('URL: abc\b \bd?\n');
});

describe('reading stdin', () => {
  test('returns all of it, even if a character is split into two chunks', async () => {
    const stdin = piped('a', Uint8Array.of(0xc3), Uint8Array.of(0xa9), 'b');
    expect(await readInput(createEmptyWorld({ stdin }).context)).toBe('aéb');
  });

  test('without an end throws a usage error', async () => {
    const endless: Input = {
      async *[Symbol.asyncIterator]() {
        for (;;) yield 'x'.repeat(1024);
      },
    };
    await expect(readInput(createEmptyWorld({ stdin: endless }).context)).rejects.toBeInstanceOf(UsageError);
  });

  test('without input stops when the signal is aborted', async () => {
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
