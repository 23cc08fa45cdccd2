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

  test.each([
    '',
    '503',
    '399:0.1',
    '600:0.1',
    '0x1f7:0.1',
    'toString:0.1',
    'cut:',
    'cut:1.1',
    'cut:-0.1',
    'cut:1e-1',
    'cut:Infinity',
    'cut:10%',
  ])('rejects %j, with the kinds and an example', (text) => {
    expect(() => parseFaults(text)).toThrow(UsageError);
    expect(() => parseFaults(text)).toThrow(
      expect.objectContaining({
        message: `--fault expects kind:share, not ${JSON.stringify(text)}`,
        hint: 'The kind is cut, slow, garbage, or a status from 400 to 599; the share is from 0 to 1. For example: --fault 503:0.1,cut:0.02',
      }),
    );
  });

  test('rejects one that is not the first', () => {
    expect(() => parseFaults('503:0.1,')).toThrow('--fault expects kind:share, not ""');
  });
});
