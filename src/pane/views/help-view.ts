import { joinBlocks, type PaintedLines, wrapWords } from '../../text/lines.ts';
import { clip, displayWidth, fitCell } from '../../text/safe-text.ts';
import type { Theme } from '../../text/theme.ts';
import type { HelpEntry, Key, View, ViewInput } from '../view.ts';
import { linesBody } from './board-body.ts';

/** In a terminal of 80 columns, an entry has 38 cells. */
export const SIGNS = {
  moved: { label: 'NEW ▲2 ▼1', word: 'entered; climbed 2, fell 1' },
  boards: { label: 'bds ◆5', word: 'in top 5 of 5 boards; ◆: 3+' },
  bias: { label: '◆5+ 2-', word: '+ bullish, - bearish' },
  pinned: { label: 'NVDA*', word: 'a pinned symbol' },
  selected: { label: '▸', word: 'the selected row' },
  climbs: { label: 'in out up', word: 'entered, left, up in top 5' },
  lost: { label: 'lost', word: 'lost boards, had 3 or more' },
  was: { label: 'was ◆4', word: 'top play: 4 boards before' },
  more: { label: '7 more: e', word: '7 more changes: press e' },
  breadth: { label: '28% up', word: 'rose; the other 72% fell' },
  news: { label: '•4', word: 'tab: 4 new in ranks 1-5' },
  tabs: { label: '1-5 Tab', word: 'choose a timeframe; next' },
  timeframe: { label: '1 2 3', word: 'timeframe, as on the tabs' },
  session: { label: '● ◐ ◑ ○', word: 'open, pre, after, closed' },
  now: { label: 'rank now', word: 'past: newest rank; =: same' },
  uncounted: { label: '(Forum 7)', word: 'below rank 5, not counted' },
  cut: { label: '– …', word: 'no value; cut (z shows it)' },
  atLeast: { label: '≥41m', word: 'at least: data began then' },
  since: { label: 'by 13:51', word: 'at 13:51 or earlier' },
  ranks: { label: '·▂▅█', word: 'ranks in 30 min; tall: best' },
  counts: { label: '·▂▅█', word: 'boards in the last 30 min' },
  gained: { label: '◆3 ▲1', word: '1 board more (▼1: 1 less)' },
  topPlay: { label: '★', word: 'a new top play' },
  agreed: { label: '◆4', word: 'now on four boards' },
  biasOf: { label: '·', word: 'new bias of a pinned symbol' },
  trail: { label: '··▁▅█', word: 'ranks; tall: best; ·: not on board' },
  unknown: { label: '? – …', word: 'unknown; on no board; loading' },
  shown: { label: '[x] [ ]', word: 'shown board, hidden board' },
} satisfies Readonly<Record<string, HelpEntry>>;

export function helpView(view: View, keys: ReadonlyArray<Key>): View {
  return {
    name: 'help',
    isModal: true,
    keys: [],
    draw: (input) => linesBody(renderHelp(view, keys, input)),
  };
}

/** Tabs or footer name these keys, or other keys do the same. */
const LESSER_KEYS = ['q', '?', '1-5', 'Tab', 'PgDn', 'g G', 'Esc', 'r', 'o', 'y'];

const GAP = 3;
const MIN_WIDTH_OF_TWO_COLUMNS = 79;
const MAX_COLUMN_WIDTH = 60;

function renderHelp(
  { help }: View,
  keys: ReadonlyArray<Key>,
  { style: { width, theme } }: ViewInput,
): PaintedLines {
  const { sample, signs } = help ?? { sample: [], signs: [] };
  const isWide = width >= MIN_WIDTH_OF_TWO_COLUMNS;
  const cells = Math.min(MAX_COLUMN_WIDTH, isWide ? Math.floor((width - GAP) / 2) : width);
  const keysIn = (title: string) => {
    const own = keys.filter(
      ({ group, label }) => group === title.toLowerCase() && !LESSER_KEYS.includes(label),
    );
    return renderSection(
      title,
      own.map(({ label, help: word }) => ({ label, word })),
      cells,
      theme,
    );
  };
  const half = isWide ? Math.ceil(signs.length / 2) : signs.length;
  const left = [...keysIn('Look'), ...keysIn('Mark')];
  const right = [...keysIn('Move'), ...keysIn('Time')];
  const first = renderSection('Signs', signs.slice(0, half), cells, theme);
  const others = renderSection('', signs.slice(half), cells, theme);
  const rows = isWide
    ? [
        [left, right],
        [first, others],
      ]
    : [[[...left, ...right, ...first]]];
  const body = rows.flatMap((blocks) => joinBlocks(blocks, { widths: blocks.map(() => cells), gap: GAP }));
  const [row, ...labels] = sample;
  const top = row === undefined ? [] : [theme.strong(clip(theme.glyphs(row), width))];
  const below = labels.flatMap((label) => wrapWords(label, width)).map((line) => theme.muted(line));
  return [...top, ...below, ...body, theme.muted(clip('All keys and signs: boards help keys', width))];
}

function renderSection(
  title: string,
  entries: ReadonlyArray<HelpEntry>,
  width: number,
  theme: Theme,
): PaintedLines {
  if (entries.length === 0) return [];
  const labels = entries.map(({ label }) => theme.glyphs(label));
  const labelWidth = Math.max(...labels.map(displayWidth));
  const start = title === '' ? '' : `${title} `;
  const rule = '─'.repeat(Math.max(0, width - start.length));
  return [
    theme.title(start) + theme.muted(rule),
    ...entries.flatMap(({ word }, row) =>
      wrapWords(word, width - labelWidth - 2).map(
        (text, index) =>
          `${theme.strong(fitCell(index === 0 ? (labels[row] ?? '') : '', labelWidth))}  ${text}`,
      ),
    ),
  ];
}
