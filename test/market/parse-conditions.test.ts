import { describe, expect, test } from 'vitest';
import { formatBound } from '../../src/market/conditions/condition-numbers.ts';
import { type Condition, parseConditions } from '../../src/market/conditions/parse-conditions.ts';
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

const VALID =
  "Valid: entered, left, moved, topPlay, bias, session, confluence, board keys (one that is new: board:name), tickers in capitals, 'boards>=4', 'rank<=3', 'dayPct>=8', 'breadth<=0.4'. See `boards help conditions`.";
const NUMBERS = "Numbers: 'boards>=4', 'rank<=3', 'dayPct>=8', 'breadth<=0.4'.";
const SEE = 'See `boards help conditions`.';
const NO_NUMBER = `Write decimals with a point: 'dayPct>=1.5'. A ticker of digits is symbol:7203. ${SEE}`;
const quoteIt = (form: string) => `Quote it, because the shell takes < and > for itself: --on '${form}'`;

describe('an error about a condition', () => {
  test.each<[string, string, string]>([
    ['', '--on has no condition', "For example: --on 'topPlay,boards>=4'"],
    [' , ', '--on has no condition', "For example: --on 'topPlay,boards>=4'"],
    ['enterd', '--on: unknown condition "enterd"', `Did you mean entered? ${VALID}`],
    ['entered+moverz', '--on: unknown condition "moverz"', `Did you mean movers? ${VALID}`],
    ['board', '--on: unknown condition "board"', `Did you mean 'boards>=4'? ${VALID}`],
    ['bredth', '--on: unknown condition "bredth"', `Did you mean 'breadth<=0.4'? ${VALID}`],
    ['nvda', '--on: unknown condition "nvda"', `Did you mean NVDA? ${VALID}`],
    ...['dayPct>=1,5', '5', 'NVDA+5', '5+5'].map((text): [string, string, string] => [
      text,
      '--on: a number alone is no condition: "5"',
      NO_NUMBER,
    ]),
    ['breadth<=0,0.4', '--on: a number alone is no condition: "0.4"', NO_NUMBER],
    ['dayPct>=1,5%', '--on: a number alone is no condition: "5%"', NO_NUMBER],
    ['nvda!', '--on: unknown condition "nvda!"', VALID],
    [
      'entered movers boards>=4',
      '--on: conditions separated by spaces',
      'Join what must hold together with +, and separate alternatives with commas: entered+movers,NVDA',
    ],
    ['boards', '--on: no number after boards', quoteIt('boards>=4')],
    ['NVDA+rank<=', '--on: no number after rank', quoteIt('rank<=3')],
    ['breadth', '--on: no number after breadth', quoteIt('breadth<=0.4')],
    ['boards>4', '--on: use >= or <= in "boards>4"', "Write 'boards>=5'."],
    ['boards<4', '--on: use >= or <= in "boards<4"', "Write 'boards<=3'."],
    ['boards<1', '--on: use >= or <= in "boards<1"', "Write 'boards<=0'."],
    ['boards<0', '--on: use >= or <= in "boards<0"', 'That never holds.'],
    ['rank<1', '--on: use >= or <= in "rank<1"', 'That never holds.'],
    ['rank>9999', '--on: use >= or <= in "rank>9999"', 'That never holds.'],
    [
      'boards!=4',
      '--on: use >= or <= in "boards!=4"',
      "Write both sides as alternatives: 'boards<=3,boards>=5'",
    ],
    ['rank!=1', '--on: use >= or <= in "rank!=1"', "Write 'rank>=2'."],
    ['boards!=0', '--on: use >= or <= in "boards!=0"', "Write 'boards>=1'."],
    ['rank!=9999', '--on: use >= or <= in "rank!=9999"', "Write 'rank<=9998'."],
    [
      'breadth!=0.4',
      '--on: use >= or <= in "breadth!=0.4"',
      "A low and a high breadth both matter. Write 'breadth<=0.4' or 'breadth>=0.4'.",
    ],
    ...['dayPct>=+8', 'entered+dayPct >= +8', 'dayPct:+.5'].map((text): [string, string, string] => [
      text,
      '--on: + before a number',
      "It joins terms that must all hold. A number needs no + sign: 'dayPct>=8'",
    ]),
    ['bord>=4', '--on: unknown number in "bord>=4"', `Did you mean boards? ${NUMBERS} ${SEE}`],
    ['brds>=4', '--on: unknown number in "brds>=4"', `Did you mean boards? ${NUMBERS} ${SEE}`],
    ['pct>=8', '--on: unknown number in "pct>=8"', `Did you mean dayPct? ${NUMBERS} ${SEE}`],
    [
      'movers:3',
      '--on: movers is a board and no number, in "movers:3"',
      "Join it with + to another term: 'movers+rank<=3', movers+NVDA",
    ],
    [
      'Entered<=3',
      '--on: entered is a type of change and no number, in "Entered<=3"',
      "Join it with + to another term: 'entered+rank<=3', entered+NVDA",
    ],
    [
      'session:3',
      '--on: session is a type of change and no number, in "session:3"',
      "Join it with + to another term: 'session+breadth<=0.4'",
    ],
    ['breadth<=101%', '--on: invalid number in "breadth<=101%"', expect.stringContaining('0% to 100%')],
    ['boards>=4%', '--on: invalid number in "boards>=4%"', expect.stringContaining('a whole number')],
    ['rank=<3', '--on: use >= or <= in "rank=<3"', "Write 'rank<=3'."],
    ['rank=3', '--on: use >= or <= in "rank=3"', "Write 'rank>=3+rank<=3'."],
    ['boards == 3', '--on: use >= or <= in "boards == 3"', "Write 'boards>=3+boards<=3'."],
    ['dayPct>8.5', '--on: use >= or <= in "dayPct>8.5"', "Write 'dayPct>=8.5'."],
    ['dayPct<-5', '--on: use >= or <= in "dayPct<-5"', "Write 'dayPct<=-5'."],
    ['breadth:0.4', '--on: use >= or <= in "breadth:0.4"', "Write 'breadth>=0.4' or 'breadth<=0.4'."],
    ['boards:4', '--on: use >= or <= in "boards:4"', "Write 'boards>=4' or 'boards<=4'."],
    ['NVDA+rank:3', '--on: use >= or <= in "rank:3"', "Write 'rank>=3' or 'rank<=3'."],
    ['dayPct:-5', '--on: use >= or <= in "dayPct:-5"', "Write 'dayPct>=-5' or 'dayPct<=-5'."],
    [
      'boards>=x',
      '--on: invalid number in "boards>=x"',
      "boards is compared with a whole number, at most 9999. For example: 'boards>=4'",
    ],
    [
      'boards>=1.5',
      '--on: invalid number in "boards>=1.5"',
      "boards is compared with a whole number, at most 9999. For example: 'boards>=4'",
    ],
    [
      'rank<=0',
      '--on: invalid number in "rank<=0"',
      "rank is compared with a whole number from 1 to 9999. For example: 'rank<=3'",
    ],
    [
      'dayPct>=1e9',
      '--on: invalid number in "dayPct>=1e9"',
      "dayPct is compared with a number of percent, such as 8 or -5.5. For example: 'dayPct>=8'",
    ],
    [
      'breadth<=40',
      '--on: invalid number in "breadth<=40"',
      "breadth is compared with a share from 0 to 1, or from 0% to 100%, the advancers of advancers and decliners. For example: 'breadth<=0.4'",
    ],
    ['chg>=8', '--on: unknown number in "chg>=8"', `Did you mean dayPct? ${NUMBERS} ${SEE}`],
    ['confluence>=4', '--on: unknown number in "confluence>=4"', `Did you mean boards? ${NUMBERS} ${SEE}`],
    ['rnak<=3', '--on: unknown number in "rnak<=3"', `Did you mean rank? ${NUMBERS} ${SEE}`],
    [
      'sybmol:NVDA',
      '--on: unknown number in "sybmol:NVDA"',
      `Did you mean symbol? ${NUMBERS} A colon follows symbol and board only: symbol:BUZZ, board:buzz. ${SEE}`,
    ],
    ['symbol:', '--on: invalid ticker ""', 'For example: symbol:BUZZ'],
    ['symbol:N VDA', '--on: invalid ticker "N VDA"', 'For example: symbol:BUZZ'],
    ['board:a b', '--on: invalid board "a b"', 'For example: board:buzz'],
    [
      'entered++movers',
      '--on: + with nothing on one side',
      "It joins terms that must all hold: entered+movers. A number needs no + sign: 'dayPct>=8'",
    ],
    [
      'entered+left',
      '--on: "entered" and "left" never hold together',
      'A change has one type; separate alternatives with a comma: entered,left',
    ],
    [
      'movers+board:other',
      '--on: "movers" and "other" never hold together',
      'A change is about one board; separate alternatives with a comma: movers,rvol',
    ],
    [
      'NVDA+AMD',
      '--on: "NVDA" and "AMD" never hold together',
      'A change is about one symbol; separate alternatives with a comma: NVDA,AMD',
    ],
    ['rank<=2+rank>=5', '--on: "rank>=5" and "rank<=2" never hold together', 'No number is in this range.'],
    ...(
      [
        ['session+movers', '"movers"'],
        ['session+NVDA', '"NVDA"'],
        ['boards>=4+session', '"boards>=4"'],
      ] as const
    ).map(([text, other]): [string, string, string] => [
      text,
      `--on: "session" and ${other} never hold together`,
      'The session is that of the market: only breadth can be added.',
    ]),
    [
      Array.from({ length: 51 }, (_, index) => `A${index}`).join(','),
      '--on has more than 50 alternatives',
      'Watch fewer conditions, or start a second watch.',
    ],
    [
      `entered${' '.repeat(2000)}`,
      '--on is longer than 2000 characters',
      'Watch fewer conditions, or start a second watch.',
    ],
  ])('%j', (text, message, hint) => {
    expect(errorOf(() => parseConditions(text, '--on'))).toMatchObject({ code: 'usage', message, hint });
  });

  test('names the option', () => {
    const { message, hint } = errorOf(() => parseConditions('boards', '--until'));
    expect(message).toBe('--until: no number after boards');
    expect(hint).toContain("--until 'boards>=4'");
  });
});
