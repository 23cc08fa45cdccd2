/** Lines of a manual page, with man macros that both mandoc and groff support. */
export type Roff = ReadonlyArray<string>;

/** Escapes backslashes, hyphens, a dot or an apostrophe at the start of a line, and characters that are not ASCII. Paths and lists can be broken. */
export function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('`', '\\(ga')
    .replace(/'/g, '\\(aq')
    .replace(/^(?=\.)/, '\\&')
    .replace(/(?<=\w)[/,](?=[\w<])/g, '$&\\:')
    .replace(/\P{ASCII}/gu, (character) => `\\[u${codeOf(character)}]`);
}

/** A section heading (`SH`) or that of a part of one (`SS`). */
export function heading(macro: 'SH' | 'SS', title: string): string {
  return `.${macro} "${roff(title).replaceAll('"', '\\(dq')}"`;
}

/** A label, and its description on the lines below. */
export function tagged(label: string, ...description: Roff): Roff {
  return ['.TP', `.B "${roff(label).replaceAll('"', '\\(dq')}"`, ...description.map(roff)];
}

/** Lines as they are, from the left edge: they may be 80 cells wide. */
function verbatim(lines: Roff): Roff {
  return ['.in 0', '.nf', ...lines.map(roff), '.fi', '.in'];
}

/**
 * The paragraphs of a help page. A line with a label, two spaces and text begins an entry of a list, and so does a label alone whose
 * text is below it, far to the right; a line that is indented further continues it; one that is indented alike without a label is code, and so are the lines indented below it. Lines of more
 * columns, but not exit codes, stay as they are.
 */
export function paragraphs(lines: Roff): Roff {
  let last: 'blank' | 'entry' | 'code' | 'text' = 'text';
  return lines.flatMap((line, index) => {
    const before = last;
    last = kindOf(line, before, lines[index + 1]);
    if (last === 'blank') return [];
    if (last === 'code') return verbatim([line]);
    if (last === 'entry' && LABEL.test(line)) {
      const [, label = line.trim(), text] = ENTRY.exec(line) ?? [];
      return tagged(label, ...(text === undefined ? [] : [text.replace(/^(\w+) {2,}/, '$1: ')]));
    }
    const isNew = before === 'blank' || (before !== 'text' && !line.startsWith(' '));
    return [...(isNew ? ['.PP'] : []), roff(line.trim())];
  });
}

const ENTRY = /^ {2}(\S+(?: \S+)*) {2,}(\S.*)$/;
const LABEL = /^ {2}\S/;
/** Code below a line of code is indented less. */
const TEXT_BELOW = /^ {10,}\S/;
const COLUMNS = /^ {2}\D.*\S {2,}\S.* {2,}\S/;

function kindOf(line: string, before: string, next = '') {
  if (line === '') return 'blank';
  if (COLUMNS.test(line)) return 'code';
  if (ENTRY.test(line) || (LABEL.test(line) && TEXT_BELOW.test(next))) return 'entry';
  if (LABEL.test(line) || (before === 'code' && line.startsWith(' '))) return 'code';
  return before === 'entry' && line.startsWith(' ') ? 'entry' : 'text';
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
