import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { parseFaults } from '../../src/sandbox/server.ts';

describe('parseFaults', () => {
  test('parses kinds and shares', () => {
    expect(parseFaults('503:0.1, 429:.05,cut:0.02,slow:0,garbage:0.01')).toEqual([
      { fault: '503', share: 0.1 },
      { fault: '429', share: 0.05 },
      { fault: 'cut', share: 0.02 },
      { fault: 'slow', share: 0 },
      { fault: 'garbage', share: 0.01 },
    ]);
  });

  test.each(['503:1', '400:0.5,599:0.5', 'cut:0.1,slow:0.2,garbage:0.7'])(
    'accepts shares that add up to 1: %s',
    (text) => {
      expect(parseFaults(text)).toHaveLength(text.split(',').length);
    },
  );

  test.each([
    { text: '', message: /--fault expects kind:share, not ""/ },
    { text: '503', message: /--fault expects kind:share, not "503"/ },
    { text: '503:0.1,', message: /--fault expects kind:share, not ""/ },
    { text: '399:0.1', message: /unknown fault "399"/ },
    { text: '600:0.1', message: /unknown fault "600"/ },
    { text: '0x1f7:0.1', message: /unknown fault/ },
    { text: 'toString:0.1', message: /unknown fault "toString"/ },
    { text: 'cut:', message: /--fault expects shares from 0 to 1, not ""/ },
    { text: 'cut:1.1', message: /--fault expects shares from 0 to 1, not "1.1"/ },
    { text: 'cut:-0.1', message: /expects shares from 0 to 1/ },
    { text: 'cut:1e-1', message: /expects shares from 0 to 1/ },
    { text: 'cut:Infinity', message: /expects shares from 0 to 1/ },
    { text: 'cut:10%', message: /expects shares from 0 to 1/ },
    { text: '503:0.6,cut:0.5', message: /add up to 1.1, more than 1/ },
  ])('rejects "$text"', ({ text, message }) => {
    expect(() => parseFaults(text)).toThrow(UsageError);
    expect(() => parseFaults(text)).toThrow(message);
  });

  test('suggests the nearest kind, with the valid kinds and an example', () => {
    expect(() => parseFaults('garbge:0.1')).toThrow(
      expect.objectContaining({
        hint: 'Did you mean garbage? Valid kinds: a status from 400 to 599, cut, slow, garbage. For example: --fault 503:0.1,cut:0.02',
      }),
    );
  });
});
