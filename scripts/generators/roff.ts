/** Lines of a manual page, with man macros that both mandoc and groff support. */
export type Roff = ReadonlyArray<string>;

/** Escapes backslashes, hyphens, a dot or an apostrophe at the start of a line, and characters that are not ASCII. */
export function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('`', '\\(ga')
    .replace(/'/g, '\\(aq')
    .replace(/^(?=\.)/, '\\&')
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

/** The examples of a help text: a command line, two spaces or more, what it does. */
export function examples(lines: Roff): Roff {
  return lines.flatMap((line) => {
    const [command = '', description = ''] = line.trim().split(/ {2,}/);
    return tagged(command, description);
  });
}

/**
 * The paragraphs of a help page. A line with a label, two spaces and text begins an entry of a list, a line that is indented
 * further continues it; one that is indented alike without a label is code.
 */
export function paragraphs(lines: Roff): Roff {
  let isNew = false;
  return lines.flatMap((line) => {
    if (line === '') {
      isNew = true;
      return [];
    }
    const [, label, text = ''] = /^ {2}(\S+(?: \S+)*) {2,}(\S.*)$/.exec(line) ?? [];
    if (label !== undefined) {
      isNew = false;
      return tagged(label, text.replace(/^(\w+) {2,}/, '$1: '));
    }
    const start = isNew ? ['.PP'] : [];
    isNew = false;
    return line.startsWith('  ') && !line.startsWith('   ')
      ? verbatim([line])
      : [...start, roff(line.trim())];
  });
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
