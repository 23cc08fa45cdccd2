import { clip, displayWidth } from './safe-text.ts';

/** Clean text as lines of at most `width` cells, broken between words. */
export function wrapWords(text: string, width: number): ReadonlyArray<string> {
  const lines: Array<string> = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(clip(word, width));
    }
  }
  return lines;
}
