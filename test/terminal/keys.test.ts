import { describe, expect, it } from 'vitest';
import { readKeys } from '../../src/terminal/keys.ts';

describe('readKeys', () => {
  it.each([
    ['q', ['q']],
    ['jjk', ['j', 'j', 'k']],
    ['\x1b[A\x1b[B', ['up', 'down']],
    ['\x1bOA', ['up']],
    ['\x1b[5~\x1b[6~', ['pageup', 'pagedown']],
    ['\x1b[H\x1b[F', ['home', 'end']],
    ['\x1b[Z\t', ['shift-tab', 'tab']],
    ['\x1b', ['escape']],
    ['\x03\x1a\x1c', ['ctrl-c', 'ctrl-z', 'ctrl-\\']],
    ['\r\n\x7f\x08', ['enter', 'enter', 'backspace', 'backspace']],
    ['\x1b[1;5C', []],
    ['\x1b[<35;10;20M', []],
    ['\x1b[200~', []],
    ['\x1bq', []],
    ['é日', ['é', '日']],
    ['\x01\x02', []],
    ['', []],
  ])('%j', (chunk, keys) => {
    expect(readKeys(chunk)).toEqual(keys);
  });
});
