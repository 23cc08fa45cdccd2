import { describe, expect, test } from 'vitest';
import { type Condition, formatBound, parseConditions } from '../../src/market/conditions.ts';
import { errorOf } from '../support/errors.ts';

/** `entered movers NVDA boards>=4`: the parts of an alternative in a fixed order. */
function shorten({ type, board, symbol, bounds }: Condition): string {
  return [type, board && `board:${board}`, symbol && `symbol:${symbol}`, ...bounds.map(formatBound)]
    .filter((part) => part !== null)
    .join(' ');
}

const parse = (text: string) => parseConditions(text, '--on').map(shorten);

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
    ['Symbol : LEFT', ['symbol:LEFT']],
    ['movers,emaTREND,buzz', ['board:movers', 'board:emaTrend', 'board:buzz']],
    ['BUZZ', ['symbol:BUZZ']],
    ['board:BUZZ,board:newOne', ['board:buzz', 'board:newOne']],
    ['boards>=4', ['boards>=4']],
    ['Boards <= 2', ['boards<=2']],
    ['rank<=3,rank>=8', ['rank<=3', 'rank>=8']],
    ['dayPct>=8,daypct<=-5.5,dayPct>=8%', ['dayPct>=8', 'dayPct<=-5.5', 'dayPct>=8']],
    ['breadth<=0.4,breadth>=.6', ['breadth<=0.4', 'breadth>=0.6']],
    ['breadth<=40%,breadth>=7 %', ['breadth<=0.4', 'breadth>=0.07']],
    ['dayPct<=-0', ['dayPct<=0']],
    ['entered+movers+rank<=3', ['entered board:movers rank<=3']],
    ['rank<=3 + NVDA + movers + entered', ['entered board:movers symbol:NVDA rank<=3']],
    ['boards>=2+boards<=4', ['boards>=2 boards<=4']],
    ['NVDA+symbol:nvda', ['symbol:NVDA']],
    ['session+breadth>=0.6', ['session breadth>=0.6']],
    ['entered,entered', ['entered']],
    [',entered,', ['entered']],
  ])('%s', (text, parts) => {
    expect(parse(text)).toEqual(parts);
  });

  test('is named by its text', () => {
    expect(parseConditions(' entered + movers , boards>=4', '--on').map(({ text }) => text)).toEqual([
      'entered + movers',
      'boards>=4',
    ]);
  });
});

const A_TERM = (example: string) =>
  `A term is a type of change, a board key, a ticker in capitals, or a comparison such as '${example}'. See \`boards help conditions\`.`;
const COUNT = "boards takes >= or <= and a whole number, at most 9999. For example: 'boards>=4'";
const RANK = "rank takes >= or <= and a whole number from 1 to 9999. For example: 'rank<=3'";
const PERCENT = "dayPct takes >= or <= and a number of percent, such as 8 or -5.5. For example: 'dayPct>=8'";
const SHARE =
  "breadth takes >= or <= and a share from 0 to 1, or from 0% to 100%, the advancers of advancers and decliners. For example: 'breadth<=0.4'";
const quoteIt = (form: string) => `Quote it, because the shell takes < and > for itself: --on '${form}'`;

describe('an error about a condition', () => {
  test.each<[string, string, string]>([
    ['', '--on has no condition', "For example: --on 'topPlay,boards>=4'"],
    [' , ', '--on has no condition', "For example: --on 'topPlay,boards>=4'"],
    ['boards', '--on: no number after boards', quoteIt('boards>=4')],
    ['breadth', '--on: no number after breadth', quoteIt('breadth<=0.4')],
    [
      `entered${' '.repeat(2000)}`,
      '--on is longer than 2000 characters',
      'Watch fewer conditions, or start a second watch.',
    ],
  ])('%j', (text, message, hint) => {
    expect(errorOf(() => parseConditions(text, '--on'))).toMatchObject({ code: 'usage', message, hint });
  });

  test.each<[string, string, string]>([
    ['enterd', 'enterd', `Did you mean entered? ${A_TERM('boards>=4')}`],
    ['entered+moverz', 'moverz', `Did you mean movers? ${A_TERM('boards>=4')}`],
    ['board', 'board', `Did you mean 'boards>=4'? ${A_TERM('boards>=4')}`],
    ['bredth', 'bredth', `Did you mean 'breadth<=0.4'? ${A_TERM('breadth<=0.4')}`],
    ['rnak<=3', 'rnak<=3', `Did you mean 'rank<=3'? ${A_TERM('rank<=3')}`],
    ['nvda', 'nvda', `Did you mean NVDA? ${A_TERM('boards>=4')}`],
    ['5', '5', A_TERM('boards>=4')],
    ['nvda!', 'nvda!', A_TERM('boards>=4')],
    ['chg>=8', 'chg>=8', A_TERM('boards>=4')],
    ['movers NVDA', 'movers NVDA', A_TERM('boards>=4')],
    ['entered++movers', '', A_TERM('boards>=4')],
    ['symbol:', 'symbol:', A_TERM('boards>=4')],
    ['symbol:N VDA', 'symbol:N VDA', A_TERM('boards>=4')],
    ['board:a b', 'board:a b', A_TERM('boards>=4')],
  ])('%j: an unknown condition', (text, term, hint) => {
    const message = `--on: unknown condition ${JSON.stringify(term)}`;
    expect(errorOf(() => parseConditions(text, '--on'))).toMatchObject({ code: 'usage', message, hint });
  });

  test.each<[string, string, string]>([
    ['boards>4', 'boards>4', COUNT],
    ['boards=>4', 'boards=>4', COUNT],
    ['boards == 3', 'boards == 3', COUNT],
    ['boards!=4', 'boards!=4', COUNT],
    ['boards:4', 'boards:4', COUNT],
    ['boards≥4', 'boards≥4', COUNT],
    ['boards>=x', 'boards>=x', COUNT],
    ['boards>=1.5', 'boards>=1.5', COUNT],
    ['boards>=4%', 'boards>=4%', COUNT],
    ['NVDA+rank<=', 'rank<=', RANK],
    ['rank<=0', 'rank<=0', RANK],
    ['dayPct>=+8', 'dayPct>=', PERCENT],
    ['dayPct>=1e9', 'dayPct>=1e9', PERCENT],
    ['breadth<=40', 'breadth<=40', SHARE],
    ['breadth<=101%', 'breadth<=101%', SHARE],
  ])('%j: an invalid comparison', (text, term, hint) => {
    const message = `--on: invalid comparison ${JSON.stringify(term)}`;
    expect(errorOf(() => parseConditions(text, '--on'))).toMatchObject({ code: 'usage', message, hint });
  });

  test.each([
    ['entered+left', '"entered" and "left"'],
    ['movers+board:other', '"movers" and "other"'],
    ['NVDA+AMD', '"NVDA" and "AMD"'],
    ['rank<=2+rank>=5', '"rank>=5" and "rank<=2"'],
    ['session+movers', '"session" and "movers"'],
    ['NVDA+session', '"session" and "NVDA"'],
    ['boards>=4+session', '"session" and "boards>=4"'],
  ])('%j: terms that never hold together', (text, terms) => {
    expect(errorOf(() => parseConditions(text, '--on'))).toMatchObject({
      code: 'usage',
      message: `--on: ${terms} never hold together`,
      hint: "+ joins what must hold together, a comma separates alternatives: --on 'entered+movers,left'",
    });
  });

  test('names the option', () => {
    const { message, hint } = errorOf(() => parseConditions('boards', '--until'));
    expect(message).toBe('--until: no number after boards');
    expect(hint).toContain("--until 'boards>=4'");
  });
});
