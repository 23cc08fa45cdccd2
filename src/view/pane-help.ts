import { joinBlocks, joinPieces, type Line, type Lines } from './box.ts';
import type { FooterKey } from './pane-layout.ts';
import { displayWidth, fitCell } from './safe-text.ts';
import type { Theme } from './theme.ts';
import { wrapWords } from './wrap.ts';

/** A titled list of the help: keys or signs, each with its meaning. */
export interface HelpSection {
  readonly title: string;
  readonly entries: ReadonlyArray<FooterKey>;
}

/** What every sign of the pane means. */
export const LEGEND: HelpSection = {
  title: 'Signs',
  entries: [
    { label: '◆5', word: 'ranks 1 to 5 of this many boards; three or more stand out' },
    { label: '2', word: 'ranks 1 to 5 of two boards; blank: of none' },
    { label: '▲ ▼ ·', word: 'after it: bullish, bearish, neutral' },
    { label: 'NEW', word: 'entered the board' },
    { label: '▲2 ▼1', word: 'climbed two ranks, fell one; rows that only made room have no mark' },
    {
      label: '5m 1h',
      word: 'how long a row that did not move has been on the board; green if it rises, red if it fades',
    },
    { label: 'UP', word: 'the biggest climbs: 6→4 from rank 6 to 4' },
    { label: 'OUT', word: 'left a board' },
    { label: '+3', word: 'three more changes, for which there is no room' },
    { label: '▲111 ▼289', word: 'symbols of the market that rose and fell, also as a bar' },
    { label: '•4', word: 'symbols that entered since you last looked at the timeframe' },
    { label: '~12:35', word: 'when the next snapshot is expected' },
    { label: '● ◐ ◑ ○', word: 'open, premarket, after hours, closed' },
    { label: '–', word: 'no value' },
    { label: '…', word: 'cut; z shows it whole' },
    { label: '≥41m', word: 'at least 41 min: it was there when memory began' },
    { label: '▁▂▅█', word: 'ranks of the last 30 minutes; rank 1 is the tall end, a dot a gap' },
    {
      label: 'rise',
      word: 'the median rank of 10 minutes is 2 or more better than of the 20 before; fade: worse',
    },
    { label: 'new', word: 'on the board for less than 5 minutes; back: returned; hold: none of these' },
    { label: '+ - ★', word: 'in the log: entered, left, new top play; ◆4: now on four boards' },
    { label: 'NVDA*', word: 'a pinned symbol' },
    { label: '≤13:51', word: 'in a card: since then at least, when memory began' },
    {
      label: '9 7 –',
      word: 'in a card: the ranks of 30 minutes, five minutes each; – not on the board, · unknown',
    },
    { label: 'scalp ?', word: 'in a card: no snapshot of this timeframe yet; –: on none of its boards' },
    { label: '▸', word: 'the selected row; its symbol is underlined on other boards' },
  ],
};

const GAP = 3;
/** Sections stand side by side from this width. */
const MIN_WIDTH_OF_TWO = 100;
const MAX_SECTION_WIDTH = 84;

/** The sections, side by side in a wide terminal. */
export function renderHelp(sections: ReadonlyArray<HelpSection>, width: number, theme: Theme): Lines {
  const columns = width >= MIN_WIDTH_OF_TWO ? sections.length : 1;
  const cells = Math.min(MAX_SECTION_WIDTH, Math.floor((width - GAP * (columns - 1)) / columns));
  const blocks = sections.map((section) => renderSection(section, cells, theme));
  if (columns === 1)
    return blocks.flatMap((lines, index) => [
      ...(index === 0 ? [] : ['']),
      ...lines.map(({ painted }) => painted),
    ]);
  return joinBlocks(blocks, { widths: blocks.map(() => cells), gap: GAP });
}

function renderSection({ title, entries }: HelpSection, width: number, theme: Theme): ReadonlyArray<Line> {
  const labelWidth = Math.max(...entries.map(({ label }) => displayWidth(label)));
  const indent = ' '.repeat(labelWidth + 2);
  const rule = '─'.repeat(Math.max(0, width - title.length - 1));
  return [
    { plain: `${title} ${rule}`, painted: `${theme.title(title)} ${theme.muted(rule)}` },
    ...entries.flatMap(({ label, word }) =>
      wrapWords(word, Math.max(8, width - indent.length)).map((text, index) =>
        index === 0
          ? joinPieces(
              [
                [fitCell(label, labelWidth), theme.strong],
                [`  ${text}`, (plain) => plain],
              ],
              width,
            )
          : { plain: indent + text, painted: indent + text },
      ),
    ),
  ];
}
