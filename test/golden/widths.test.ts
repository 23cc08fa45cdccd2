import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { confluenceRow } from '../../src/fields/row.ts';
import { standingsIn } from '../../src/market/standings.ts';
import { rankByConfluence } from '../../src/market/symbol-confluence.ts';
import { renderBoardTitle, tileColumns } from '../../src/output/board-table.ts';
import { renderConfluence } from '../../src/output/confluence-table.ts';
import { renderHeader, renderTopPlayLine } from '../../src/output/header-lines.ts';
import { hotView, renderHotLine } from '../../src/output/hot-list.ts';
import { withLastLines } from '../../src/output/one-screen.ts';
import { renderReport } from '../../src/output/report-lines.ts';
import { viewOf } from '../../src/output/snapshot-lines.ts';
import { renderSymbols } from '../../src/output/symbol-table.ts';
import { layOut } from '../../src/output/table.ts';
import { renderTopPlays } from '../../src/output/top-plays.ts';
import { decodeSnapshot, type TimeframeSnapshot } from '../../src/service/snapshot.ts';
import type { PaintedLines } from '../../src/text/lines.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import type { Style } from '../../src/text/style.ts';
import { describeWidths, goldenFolder } from '../support/golden.ts';
import { marketSnapshot, timeOf } from '../support/market.ts';
import { conveyorDay, reportOf } from '../support/report-days.ts';
import { ranked, snapshotOf } from '../support/snapshots.ts';
import { styleOf } from '../support/view-fixtures.ts';

const golden = goldenFolder('widths');

const [DAY, SWING, INVESTING] = (['day', 'swing', 'investing'] as const).map(
  (timeframe): TimeframeSnapshot => {
    const snapshot = decodeSnapshot(marketSnapshot(timeframe, '13:41'), timeframe);
    if (snapshot === null) throw new Error('not a snapshot');
    return { timeframe, snapshot, isSimulated: false, isRecorded: false };
  },
) as [TimeframeSnapshot, TimeframeSnapshot, TimeframeSnapshot];
const {
  snapshot,
  snapshot: { topPlay, boards },
} = DAY;
const TILES = boards.filter(({ key }) => ['alerted', 'rvol', 'insiderBuys'].includes(key));
const PAST = { isRecorded: true, isSimulated: true };
const WITHOUT_REASONS = [DAY, SWING, INVESTING].map((each) => ({
  ...each,
  snapshot: { ...each.snapshot, topPlay: each.snapshot.topPlay && { ...each.snapshot.topPlay, reasons: [] } },
}));

const REPORT = reportOf([conveyorDay()]);
const NOVA = standingsIn([DAY, SWING, INVESTING], { tickers: ['NOVA'] });

/** Titles and shared words of metrics that are at a limit or beyond it, and a metric of 31 characters. */
const LONG = snapshotOf({
  boards: {
    aBoardWithATitleOf24Cell: ranked('AAA BBB', { metric: '12 fourteen signs' }),
    aBoardWithATitleOf25Cells: ranked('AAA BBB', { metric: '12 fifteen letters' }),
    breakouts: ranked('AAA', { metric: '3.0% above base since last week' }),
  },
});

function confluence(loaded: ReadonlyArray<TimeframeSnapshot>, style: Style): PaintedLines {
  const ranked = rankByConfluence(loaded, { minBoards: 4 });
  const rows = ranked.map((entry) => ({ ...confluenceRow(entry), isOfSeveral: loaded.length > 1 }));
  const list = { rows, columns: null, shared: 17, leftOut: 41, isAll: false, isByBoards: true };
  const snapshots = loaded.map((each) => each.snapshot);
  const lines = renderConfluence(snapshots, list, { ...style, isSimulated: false });
  return lines.filter((line) => /CONFLUENCE|Symbol/.test(line));
}

const TEXTS: Readonly<Record<string, (style: Style & typeof LIVE) => PaintedLines>> = {
  'the status': (style) => renderHeader([snapshot], style),
  'the status of recorded data': (style) => renderHeader([snapshot], { ...style, ...PAST }),
  'the top play': (style) => [renderTopPlayLine(topPlay, style)],
  'the first rows of the hot list': (style) => hotView(snapshot, style)(5).slice(0, 3),
  'the end of the hot list': (style) => hotView(snapshot, style)(5).slice(-1),
  'the other hot symbols': (style) => [renderHotLine(snapshot, style)],
  'the title of a board': ({ width, theme }) => [
    renderBoardTitle('Forum', 'buzz among retail traders', 'posts', width, theme),
  ],
  'the first rows of three boards': (style) => {
    const lines = viewOf(snapshot, TILES, { ...style, columns: null, isWhole: false }).lines(1, 0);
    return lines.slice(lines.findIndex((line) => line.startsWith('Alerted')));
  },
  'the first rows of boards with long words': (style) =>
    viewOf(LONG, LONG.boards, { ...style, columns: null, isWhole: false })
      .lines(1, 0)
      .filter((line) => /aBoard|^ *1 /.test(line)),
  'the boards of a symbol with a long metric': (style) =>
    renderSymbols([], standingsIn([{ timeframe: 'day', snapshot: LONG }], { tickers: ['AAA'] }), style).slice(
      -1,
    ),
  'the last lines': (style) =>
    withLastLines([''], [DAY], { rows: 1, steps: ['one: boards', 'live: watch'] }, style),
  'the last lines of recorded data': (style) =>
    withLastLines([''], [{ ...DAY, ...PAST }], { rows: 1, steps: [] }, style),
  'the top plays': (style) => renderTopPlays(WITHOUT_REASONS, style).slice(-5),
  'the columns of a tile in the pane': (style) => {
    const options = { style, chosen: null, metric: 'metric' } as const;
    const columns = tileColumns({ width: style.width, rankWidth: 2 }, options);
    return layOut(columns, [], style.width).columns.map(({ field }) => field.id);
  },
  'the boards of a symbol': (style) =>
    renderSymbols([], NOVA, style).filter((line) => /day|invest|^NOVA|^Relative s/.test(line)),
  'the titles of the report': (style) =>
    renderReport(REPORT, { ...style, only: '', disclaimer: '' }).filter((line) =>
      /within|median|few/.test(line),
    ),
  'the titles of confluence': (style) => confluence([DAY], style),
  'the titles of confluence in three timeframes': (style) => confluence([DAY, SWING, INVESTING], style),
};
const LIVE = { isSimulated: false, isRecorded: false };

test.each(Object.entries(TEXTS))('%s, from 140 to 20 columns', async (name, linesIn) => {
  const texts = new Map<number, string>();
  for (let width = 140; width >= 20; width--) {
    const lines = linesIn({ ...styleOf(width, { now: timeOf('13:41:20') }), ...LIVE });
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    texts.set(width, stripVTControlCharacters(lines.join(' ⏎ ')).replaceAll(/─+/g, '─'));
  }
  await golden.matches(name.replace('the ', '').replaceAll(' ', '-'), `${describeWidths(texts)}\n`);
});
