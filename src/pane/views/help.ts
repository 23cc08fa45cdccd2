import { joinBlocks, joinPieces, type Line, type Lines } from '../../text/box.ts';
import { clip, displayWidth, fitCell } from '../../text/safe-text.ts';
import { type Theme, unpainted } from '../../text/theme.ts';
import { wrapWords } from '../../text/wrap.ts';
import type { HelpEntry, Key, Shown, View } from '../view.ts';
import { linesBody } from './board-body.ts';

/** What one needs of a view: a row and what its cells are, its keys and its signs. */
export function helpView(view: View, keys: ReadonlyArray<Key>): View {
  return {
    name: 'help',
    isModal: true,
    hasShortHeader: true,
    keys: [],
    draw: (shown) => linesBody(renderHelp(view, keys, shown)),
  };
}

/** A titled list of keys or signs. */
interface HelpSection {
  readonly title: string;
  readonly entries: ReadonlyArray<HelpEntry>;
}

const GAP = 3;
/** Two columns stand side by side from this width. */
const MIN_WIDTH_OF_TWO = 79;
const MAX_COLUMN_WIDTH = 60;

/** A row of a view and what its cells are, then sections: in two columns in a wide terminal, else one below the other. */
function renderHelp({ help }: View, keys: ReadonlyArray<Key>, { ctx: { width, theme } }: Shown): Lines {
  const { sample, signs } = help ?? { sample: [], signs: [] };
  const keysOf = (...titles: ReadonlyArray<string>) =>
    titles.map((title) => ({
      title,
      entries: keys
        .filter(({ group }) => group === title.toLowerCase())
        .map(({ label, help: word }) => ({ label, word })),
    }));
  const [left, right] = [keysOf('Look', 'Mark'), keysOf('Move', 'Time')];
  const isWide = width >= MIN_WIDTH_OF_TWO;
  const cells = Math.min(MAX_COLUMN_WIDTH, isWide ? Math.floor((width - GAP) / 2) : width);
  const block = (sections: ReadonlyArray<HelpSection>) =>
    sections.flatMap((section) => renderSection(section, cells, theme));
  const beside = (...blocks: ReadonlyArray<ReadonlyArray<Line>>) =>
    joinBlocks(blocks, { widths: blocks.map(() => cells), gap: GAP });
  const title = 'Signs';
  const half = Math.ceil(signs.length / 2);
  const body = !isWide
    ? beside(block([...left, ...right, { title, entries: signs }]))
    : [
        ...beside(block(left), block(right)),
        ...beside(
          block([{ title, entries: signs.slice(0, half) }]),
          block([{ title: '', entries: signs.slice(half) }]),
        ),
      ];
  const [row, ...labels] = sample;
  const first = row === undefined ? [] : [theme.strong(clip(row, width))];
  const others = labels.flatMap((label) => wrapWords(label, width)).map((line) => theme.muted(line));
  return [...first, ...others, ...body];
}

function renderSection({ title, entries }: HelpSection, width: number, theme: Theme): ReadonlyArray<Line> {
  if (entries.length === 0) return [];
  const labelWidth = Math.max(...entries.map(({ label }) => displayWidth(label)));
  const indent = ' '.repeat(labelWidth + 2);
  const start = title === '' ? '' : `${title} `;
  const rule = '─'.repeat(Math.max(0, width - start.length));
  return [
    joinPieces(
      [
        [start, theme.title],
        [rule, theme.muted],
      ],
      width,
    ),
    ...entries.flatMap(({ label, word }) =>
      wrapWords(word, Math.max(8, width - indent.length)).map((text, index) =>
        joinPieces(
          [
            [index === 0 ? fitCell(label, labelWidth) : indent.slice(2), theme.strong],
            [`  ${text}`, unpainted],
          ],
          width,
        ),
      ),
    ),
  ];
}
