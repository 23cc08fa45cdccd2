import { expect, test } from 'vitest';
import { displayWidth } from '../../src/view/safe-text.ts';
import { renderSnapshot } from '../../src/view/snapshot.ts';
import type { Theme } from '../../src/view/theme.ts';
import { CLASSIC, manySnapshot, NOW, ROLES } from './fixtures.ts';

function draw(width: number, theme: Theme = CLASSIC): string {
  const snapshot = manySnapshot();
  const lines = renderSnapshot(snapshot, snapshot.boards, {
    width,
    theme,
    nowMilliseconds: NOW,
    isSimulated: true,
    showAge: true,
    columns: null,
  });
  return `\n${lines.join('\n')}\n`;
}

test('30 columns', () => {
  expect(draw(30)).toMatchInlineSnapshot(`
    "
    DAY                   SANDBOX 
    ● open  as of 14:30:00 UTC
    ▲ 231 ███████████░░░░░░░ 154 ▼
    ┏━ TOP PLAY ━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermon…  ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  ┃
    ┃ top mover                  ┃
    ┃ high relative volume …     ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
    Movers ───────────────────────
    ALDM +4.56% 4.2x
    BORL -1.20% 4.2x
    CLDR  0.00% +12.1% in 30 min
    DUNE      – –
    Alerted ──────────────────────
     1 ALDM +4.56% ◆4▲ 4.2x
     2 BORL -1.20%  1▼ 4.2x
    newBoard ─────────────────────
     no symbols
    "
  `);
});

test('40 columns', () => {
  expect(draw(40)).toMatchInlineSnapshot(`
    "
    DAY  ● open  as of 14:30:00 UTC SANDBOX 
    ▲ 231 ███████░░░░░ 154 ▼  of 400 symbols
    ┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermont Industri…  ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  vol 82.1M ┃
    ┃ top mover · high relative volume     ┃
    ┃ forum buzz · above all averages …    ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
    Movers ────────────────────────────
     1 ALDM +4.56% ◆4▲ 4.2x
     2 BORL -1.20%  1▼ 4.2x
     3 CLDR  0.00% 12· +12.1% in 30 min
     4 DUNE      –  –  –
    Alerted ───────────────────────────
     1 ALDM +4.56% ◆4▲ 4.2x
     2 BORL -1.20%  1▼ 4.2x
    newBoard ──────────────────────────
     no symbols
    "
  `);
});

test('80 columns', () => {
  expect(draw(80)).toMatchInlineSnapshot(`
    "
    DAY  ● open  as of 14:30:00 UTC, 12 s ago                               SANDBOX 
    ▲ 231 ████████████████████████░░░░░░░░░░░░░░░░ 154 ▼  of 400 symbols
    ┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermont Industries                                         ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  vol 82.1M                                         ┃
    ┃ top mover · high relative volume · forum buzz · above all averages           ┃
    ┃ fresh 52-week high                                                           ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
    Movers ────────────────────────────  Alerted ───────────────  newBoard ───
     1 ALDM +4.56% ◆4▲ 4.2x               1 ALDM +4.56% ◆4▲ 4.2x   no symbols
     2 BORL -1.20%  1▼ 4.2x               2 BORL -1.20%  1▼ 4.2x
     3 CLDR  0.00% 12· +12.1% in 30 min
     4 DUNE      –  –  –
    "
  `);
});

test('120 columns', () => {
  expect(draw(120)).toMatchInlineSnapshot(`
    "
    DAY  ● open  as of 14:30:00 UTC, 12 s ago                                                            SANDBOX 
    ▲ 231 ████████████████████████░░░░░░░░░░░░░░░░ 154 ▼  of 400 symbols
    ┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermont Industries                                                                      ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  vol 82.1M                                                                      ┃
    ┃ top mover · high relative volume · forum buzz · above all averages · fresh 52-week high                   ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
    Movers ──────────────────────────────────────────────  Alerted ────────────────────────────────  newBoard ───
     # Symbol     Price    Chg   Vol Bds Metric             # Symbol  Price    Chg   Vol Bds Metric   no symbols
     1 ALDM       12.50 +4.56% 82.1M ◆4▲ 4.2x               1 ALDM    12.50 +4.56% 82.1M ◆4▲ 4.2x
     2 BORL      0.0432 -1.20%  9.4K  1▼ 4.2x               2 BORL   0.0432 -1.20%  9.4K  1▼ 4.2x
     3 CLDR   712345.67  0.00% 82.1M 12· +12.1% in 30 min
     4 DUNE           –      –     –  –  –
    "
  `);
});

test('200 columns', () => {
  expect(draw(200)).toMatchInlineSnapshot(`
    "
    DAY  ● open  as of 14:30:00 UTC, 12 s ago                                                                                           SANDBOX 
    ▲ 231 ████████████████████████░░░░░░░░░░░░░░░░ 154 ▼  of 400 symbols
    ┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermont Industries                                                                                                     ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  vol 82.1M                                                                                                     ┃
    ┃ top mover · high relative volume · forum buzz · above all averages · fresh 52-week high                                                  ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
    Movers ───────────────────────────────────────────────────────────────────────────────  Alerted ─────────────────────────────────────────────────────────────────  newBoard ───
     # Symbol Name                     Price    Chg   Vol Bds Metric           Tag           # Symbol Name                  Price    Chg   Vol Bds Metric Tag           no symbols
     1 ALDM   Aldermont Industries     12.50 +4.56% 82.1M ◆4▲ 4.2x             high of day   1 ALDM   Aldermont Industries  12.50 +4.56% 82.1M ◆4▲ 4.2x   high of day
     2 BORL   Alpha Works             0.0432 -1.20%  9.4K  1▼ 4.2x             –             2 BORL   Alpha Works          0.0432 -1.20%  9.4K  1▼ 4.2x   –
     3 CLDR   Alpha Works          712345.67  0.00% 82.1M 12· +12.1% in 30 min –
     4 DUNE   –                            –      –     –  –  –                –
    "
  `);
});

test('parts of a snapshot are painted by role', () => {
  expect(draw(44, ROLES)).toMatchInlineSnapshot(`
    "
    <title>DAY</title>  <up>● open</up>  <muted>as of </muted><strong>14:30:00</strong><muted> UTC</muted>    <badge> SANDBOX </badge>
    <up>▲ 231</up> <up>██████████</up><down>░░░░░░</down> <down>154 ▼</down><muted>  of 400 symbols</muted>
    <accent>┏━</accent> <highlight>TOP PLAY</highlight> <accent>━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓</accent>
    <accent>┃</accent> <strong>ALDM</strong>  Aldermont Industries     <up>▲ bullish</up> <accent>┃</accent>
    <accent>┃</accent> <strong>$12.50</strong><up>  +4.56%</up><accent>  ◆4 boards</accent><muted>  vol 82.1M</muted>     <accent>┃</accent>
    <accent>┃</accent> <muted>top mover · high relative volume</muted>         <accent>┃</accent>
    <accent>┃</accent> <muted>forum buzz · above all averages …</muted>        <accent>┃</accent>
    <accent>┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛</accent>
    <title>Movers</title><muted> ────────────────────────────</muted>
    <muted> 1</muted> <strong>ALDM</strong> <up>+4.56%</up> <highlight>◆4</highlight><up>▲</up> 4.2x
    <muted> 2</muted> BORL <down>-1.20%</down> <muted> 1</muted><down>▼</down> 4.2x
    <muted> 3</muted> <strong>CLDR</strong>  0.00% <highlight>12</highlight><muted>·</muted> +12.1% in 30 min
    <muted> 4</muted> DUNE      – <muted> –</muted>  –
    <title>Alerted</title><muted> ───────────────────────────</muted>
    <muted> 1</muted> <strong>ALDM</strong> <up>+4.56%</up> <highlight>◆4</highlight><up>▲</up> 4.2x
    <muted> 2</muted> BORL <down>-1.20%</down> <muted> 1</muted><down>▼</down> 4.2x
    <title>newBoard</title><muted> ──────────────────────────</muted>
    <muted> no symbols</muted>
    "
  `);
});

test('no line is wider than the pane, from 20 columns to 300', () => {
  for (let width = 20; width <= 300; width++) {
    for (const line of draw(width).split('\n'))
      expect(displayWidth(line), `at ${width}`).toBeLessThanOrEqual(width);
  }
});
