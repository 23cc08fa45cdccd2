import { displayWidth } from '../../text/safe-text.ts';

/** A line and the next word that are longer together are a paragraph that goes on. */
const FULL_LINE = 76;
/** A narrower description stands below its label. */
const LEAST_DESCRIPTION = 30;
const MOST_INDENT = 6;

/** A line of a page, or several that were one. A text with a label is an entry of a list: its text begins in `column`. */
interface Block {
  readonly indent: number;
  readonly label: string;
  readonly column: number;
  text: string;
  /** Of its last line, as it stands in the page. */
  lastWidth: number;
}

/** A page of help in fewer columns than it is written for, broken between words. JSON stays as it is. */
export function fitPage(page: string, columns: number): string {
  if (page.startsWith('{')) return page;
  return blocksOf(page)
    .flatMap((block) => fitBlock(block, columns))
    .join('\n');
}

function blocksOf(page: string): ReadonlyArray<Block> {
  const blocks: Array<Block> = [];
  for (const line of page.split('\n')) {
    const block = blockOf(line);
    const last = blocks.at(-1);
    if (last !== undefined && continues(block, last)) {
      last.text += ` ${block.text}`;
      last.lastWidth = block.lastWidth;
    } else blocks.push(block);
  }
  return blocks;
}

function blockOf(line: string): Block {
  const lastWidth = displayWidth(line);
  const text = line.trimStart();
  const indent = line.length - text.length;
  const [, label = '', gap = '', description = ''] = /^(\S+(?: \S+)*)( {2,})(\S.*)$/.exec(text) ?? [];
  if (label === '') return { indent, label, column: indent, text, lastWidth };
  const column = indent + displayWidth(label) + gap.length;
  return { indent, label, column, text: description, lastWidth };
}

/** The next line of a description begins in its column or further right; that of a paragraph follows a full line. */
function continues({ indent, label, text }: Block, last: Block): boolean {
  if (label !== '' || text === '' || last.text === '') return false;
  if (last.label !== '') return indent >= last.column;
  const [word = ''] = text.split(' ');
  return (
    indent === 0 && last.indent === 0 && last.lastWidth + word.length > FULL_LINE && !/^[A-Z]\w*:$/.test(word)
  );
}

function fitBlock({ indent, label, column, text }: Block, columns: number): ReadonlyArray<string> {
  const start = Math.min(indent, MOST_INDENT);
  if (label === '') return fitText(text, { start, next: start === 0 ? 0 : start + 2, columns });
  if (columns - column >= LEAST_DESCRIPTION) {
    const lines = fitText(text, { start: column, next: column, columns });
    return lines.map((line, index) =>
      index === 0 ? `${' '.repeat(indent)}${label}${line.slice(indent + displayWidth(label))}` : line,
    );
  }
  return [
    ...fitText(label, { start, next: start + 2, columns }),
    ...fitText(text.replace(/ {2,}/g, '  '), { start: start + 4, next: start + 4, columns }),
  ];
}

interface Lines {
  /** The indent of the first line. */
  readonly start: number;
  /** The indent of the other lines. */
  readonly next: number;
  readonly columns: number;
}

function fitText(text: string, { start, next, columns }: Lines): ReadonlyArray<string> {
  const lines: Array<string> = [];
  let line = ' '.repeat(start);
  let isEmpty = true;
  for (const word of wordsOf(text, columns - next)) {
    if (!isEmpty && displayWidth(line) + displayWidth(word) > columns) {
      lines.push(line);
      line = ' '.repeat(next);
      isEmpty = true;
    }
    line += isEmpty ? word.trimStart() : word;
    isEmpty = false;
  }
  return [...lines, isEmpty ? '' : line];
}

/** Words with the spaces before them. A word that fits no line is broken after commas and slashes. */
function wordsOf(text: string, width: number): ReadonlyArray<string> {
  const words = text.match(/ *[^ ]+/g) ?? [];
  return words.flatMap((word) => (displayWidth(word.trim()) <= width ? word : word.split(/(?<=[,/])/)));
}
