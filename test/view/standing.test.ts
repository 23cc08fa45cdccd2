import { describe, expect, test } from 'vitest';
import { renderStanding, STANDING_WIDTH } from '../../src/view/standing.ts';
import { createTheme } from '../../src/view/theme.ts';
import { BIASES } from '../../src/vocabulary.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

describe('boards and bias in three cells', () => {
  test.each([
    [5, 'bearish', '◆5▼'],
    [3, 'bullish', '◆3▲'],
    [2, 'neutral', ' 2·'],
    [1, 'bullish', ' 1▲'],
    [0, 'bullish', '  ▲'],
    [0, 'neutral', '  ·'],
    [0, null, '   '],
    [9, 'bullish', '◆9▲'],
    [10, 'bearish', '10▼'],
    [12, 'bullish', '12▲'],
    [99, 'bullish', '99▲'],
    [100, 'bullish', '99▲'],
    [null, 'bearish', ' –▼'],
    [4, null, '◆4 '],
    [null, null, ' – '],
  ] as const)('%s boards, %s: %j', (boards, bias, text) => {
    expect(renderStanding({ boards, bias }, CLASSIC).plain).toBe(text);
  });

  test.each([
    [5, 'bearish', '<highlight>◆5</highlight><down>▼</down>'],
    [12, 'bullish', '<highlight>12</highlight><up>▲</up>'],
    [2, 'neutral', '<muted> 2</muted><muted>·</muted>'],
    [1, 'bullish', '<muted> 1</muted><up>▲</up>'],
    [0, 'bearish', '  <down>▼</down>'],
    [null, null, '<muted> –</muted> '],
  ] as const)('%s boards, %s, painted: %s', (boards, bias, painted) => {
    expect(renderStanding({ boards, bias }, ROLES).painted).toBe(painted);
  });

  test('whatever the number', () => {
    for (const boards of [-1, -12, -1e308, 2.5, 12.75, 1e21, Number.MAX_VALUE, 5e-324]) {
      for (const bias of BIASES) {
        const { plain, painted } = renderStanding({ boards, bias }, createTheme('classic', 0));
        expect([...plain], `${boards}`).toHaveLength(STANDING_WIDTH);
        expect(painted).toBe(plain);
      }
    }
  });
});
