import { describe, expect, test } from 'vitest';
import { type Bound, type Condition, conditions } from '../../src/market/conditions.ts';
import { errorOf } from '../support/errors.ts';

/** `entered movers NVDA boards>=4`: the parts of an alternative in a fixed order. */
function shorten({ type, board, symbol, bounds, heldMilliseconds }: Condition): string {
  const held = heldMilliseconds && `held ${heldMilliseconds / 1000} s`;
  return [type, board && `board:${board}`, symbol && `symbol:${symbol}`, ...bounds.map(formatBound), held]
    .filter((part) => part !== null)
    .join(' ');
}

const formatBound = ({ number, isAtLeast, value }: Bound) => `${number}${isAtLeast ? '>=' : '<='}${value}`;
const parse = conditions('--on');

describe('a condition', () => {
  test.each<[string, ReadonlyArray<string>]>([
    ['entered', ['entered']],
    ['left,moved, bias ,session', ['left', 'moved', 'bias', 'session']],
    ['TOPPLAY,topplay,Confluence', ['topPlay', 'topPlay', 'confluence']],
    [
      'NVDA,BRK.B,^VIX,EURUSD=X,7203.T,symbol:7203',
      ['NVDA', 'BRK.B', '^VIX', 'EURUSD=X', '7203.T', '7203'].map((s) => `symbol:${s}`),
    ],
    ['symbol:nvda', ['symbol:NVDA']],
    [
      `M&M,$SPX,A'B,A_B,A:B,~X,*X,-X`,
      ['M&M', '$SPX', `A'B`, 'A_B', 'A:B', '~X', '*X', '-X'].map((s) => `symbol:${s}`),
    ],
    ['ΟΤΕ,symbol:οτε', ['symbol:ΟΤΕ', 'symbol:ΟΤΕ']],
    ['symbol:"a b"+rank<=3,symbol:"A+B"', ['symbol:A B rank<=3', 'symbol:A+B']],
    ['entered+Symbol : " a,b ",NVDA', ['entered symbol:A,B', 'symbol:NVDA']],
    ['symbol:"a ""b"" c"', ['symbol:A "B" C']],
    ['A"B', ['symbol:A"B']],
    ['symbol:騰訊', ['symbol:騰訊']],
    ['Symbol : LEFT', ['symbol:LEFT']],
    ['movers,emaTREND,buzz', ['board:movers', 'board:emaTrend', 'board:buzz']],
    ['BUZZ', ['symbol:BUZZ']],
    ['board:BUZZ,board:newOne', ['board:buzz', 'board:newOne']],
    ['boards>=4', ['boards>=4']],
    ['Boards <= 2', ['boards<=2']],
    ['rank<=3,rank>=8', ['rank<=3', 'rank>=8']],
    ['dayPct>=8,daypct<=-5.5', ['dayPct>=8', 'dayPct<=-5.5']],
    ['breadth<=0.4,breadth>=.6', ['breadth<=0.4', 'breadth>=0.6']],
    ['boards>=9999,rank<=9999', ['boards>=9999', 'rank<=9999']],
    ['dayPct>=-999999.999999,breadth>=1', ['dayPct>=-999999.999999', 'breadth>=1']],
    ['breadth<=0,breadth<=0.999999', ['breadth<=0', 'breadth<=0.999999']],
    ['rank<=3+held>=24h', ['rank<=3 held 86400 s']],
    ['entered+movers+rank<=3', ['entered board:movers rank<=3']],
    ['rank<=3 + NVDA + movers + entered', ['entered board:movers symbol:NVDA rank<=3']],
    ['boards>=2+boards<=4', ['boards>=2 boards<=4']],
    ['NVDA+symbol:nvda', ['symbol:NVDA']],
    ['boards>=3+held>=5m', ['boards>=3 held 300 s']],
    ['HELD >= 90 + NVDA + rank<=3', ['symbol:NVDA rank<=3 held 90 s']],
    ['movers+dayPct>=8+held>=1h30m+held>=90m', ['board:movers dayPct>=8 held 5400 s']],
    ['session+breadth>=0.6', ['session breadth>=0.6']],
    ['entered,entered', ['entered']],
    [',entered,', ['entered']],
  ])('%s', (text, parts) => {
    expect(parse(text).map(shorten)).toEqual(parts);
  });

  test('is named by its text', () => {
    expect(parse(' entered + movers , boards>=4').map(({ text }) => text)).toEqual([
      'entered + movers',
      'boards>=4',
    ]);
  });
});

describe('an error about a condition names the wrong term and one example', () => {
  const HELP = 'See `boards help conditions`.';
  const HELD = 'For example: --on "boards>=3+held>=5m".';
  const OTHERWISE = 'For example: --on "entered+movers,boards>=4".';

  test.each([
    [
      'held',
      '--on: no duration after held',
      'Quote the condition, because the shell interprets < and >: --on "boards>=3+held>=5m"',
    ],
    [' , ', '--on has no condition', 'For example: --on "topPlay,boards>=4"'],
    [
      'breadth',
      '--on: no number after breadth',
      'Quote the condition, because the shell interprets < and >: --on "breadth<=0.4"',
    ],
  ])('%j', (text, message, hint) => {
    expect(errorOf(() => parse(text))).toMatchObject({ code: 'usage', message, hint });
  });

  test.each([
    ['enterd', 'enterd', 'For example: --on entered.'],
    ['entered+moverz', 'moverz', 'For example: --on movers.'],
    ['bredth', 'bredth', 'For example: --on "breadth<=0.4".'],
    ['rnak<=3', 'rnak<=3', 'For example: --on "rank<=3".'],
    ['nvda', 'nvda', 'For example: --on NVDA.'],
    ['abcde', 'abcde', 'For example: --on ABCDE.'],
    ['xyzxyz', 'xyzxyz', OTHERWISE],
    ['new', 'new', 'For example: --on entered.'],
    ['in', 'in', 'For example: --on "entered+rank<=5".'],
    ['out', 'out', 'For example: --on left.'],
    ['up', 'up', 'For example: --on moved.'],
    ['down', 'down', 'For example: --on moved.'],
    ['5', '5', OTHERWISE],
    ['movers NVDA', 'movers NVDA', 'For example: --on movers.'],
    ['entered++movers', 'entered++movers', OTHERWISE],
    ['topPlay,entered+', 'entered+', OTHERWISE],
    ['symbol:N VDA', 'symbol:N VDA', OTHERWISE],
    ['A B', 'A B', OTHERWISE],
    ['symbol:"A B', 'symbol:"A B', OTHERWISE],
    ['symbol:""', 'symbol:""', OTHERWISE],
    ['symbol:', 'symbol:', OTHERWISE],
    ['SYMBOL:', 'SYMBOL:', OTHERWISE],
    ['A+B', 'A+B', OTHERWISE],
    ['NVDA>4', 'NVDA>4', OTHERWISE],
    ['boards>4', 'boards>4', 'For example: --on "boards>=4".'],
    ['boards=>4', 'boards=>4', 'For example: --on "boards>=4".'],
    ['boards≥4', 'boards≥4', 'For example: --on "boards>=4".'],
    ['boards>=1.5', 'boards>=1.5', 'For example: --on "boards>=4".'],
    ['boards>=10000', 'boards>=10000', 'For example: --on "boards>=4".'],
    ['rank<=10000', 'rank<=10000', 'For example: --on "rank<=3".'],
    ['dayPct>=1000000', 'dayPct>=1000000', 'For example: --on "dayPct>=8".'],
    ['dayPct>=.1234567', 'dayPct>=.1234567', 'For example: --on "dayPct>=8".'],
    ['breadth<=.1234567', 'breadth<=.1234567', 'For example: --on "breadth<=0.4".'],
    ['breadth<=2', 'breadth<=2', 'For example: --on "breadth<=0.4".'],
    ['NVDA+rank<=', 'rank<=', 'For example: --on "rank<=3".'],
    ['rank<=0', 'rank<=0', 'For example: --on "rank<=3".'],
    ['dayPct>=1e9', 'dayPct>=1e9', 'For example: --on "dayPct>=8".'],
    ['breadth<=40', 'breadth<=40', 'For example: --on "breadth<=0.4".'],
    ['topPlay,entered+left', 'entered+left', OTHERWISE],
    ['movers+board:other', 'movers+board:other', OTHERWISE],
    ['NVDA+AMD', 'NVDA+AMD', OTHERWISE],
    ['session+movers', 'session+movers', OTHERWISE],
    ['session+NVDA', 'session+NVDA', OTHERWISE],
    ['boards>=3+held>=86401', 'held>=86401', HELD],
    ['boards>=3+held>=5m+held>=6m', 'boards>=3+held>=5m+held>=6m', OTHERWISE],
    ['boards>=3+held<=5m', 'held<=5m', HELD],
    ['boards>=3+held>=0', 'held>=0', HELD],
    ['boards>=3+held>=25h', 'held>=25h', HELD],
    ['boards>=3+held>=', 'held>=', HELD],
    ['boards>=3+hold>=5m', 'hold>=5m', HELD],
  ])('%j', (text, term, hint) => {
    const message = `--on: invalid condition ${JSON.stringify(term)}`;
    expect(errorOf(() => parse(text))).toMatchObject({ code: 'usage', message, hint: `${hint} ${HELP}` });
  });

  test.each(['held>=5m', 'entered+rank<=3+held>=5m', 'NVDA+held>=5m', 'movers+held>=5m'])(
    'held is refused without a number and with a change: %s',
    (text) => {
      expect(errorOf(() => parse(text))).toMatchObject({
        code: 'usage',
        message: `--on: held needs a condition on a number, and no event type: "${text}"`,
        hint: `${HELD} ${HELP}`,
      });
    },
  );
});
