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
export function verbatim(lines: Roff): Roff {
  return ['.in 0', '.nf', ...lines.map(roff), '.fi', '.in'];
}

/** Lines of text, with blank lines between paragraphs. */
export function paragraphs(lines: Roff): Roff {
  return lines.map((line) => (line === '' ? '.PP' : roff(line)));
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
