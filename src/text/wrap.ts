import { flowTexts } from './flow.ts';
import { clip, displayWidth } from './safe-text.ts';

/** Clean text as lines of at most `width` cells, broken between words. */
export function wrapWords(text: string, width: number): ReadonlyArray<string> {
  return flowTexts(text.split(' '), width).map((line) => clip(line, width));
}

/** As `wrapWords`, but nothing is cut: a word of more than `width` cells is broken. */
export function breakWords(text: string, width: number): ReadonlyArray<string> {
  const words = text.split(' ').flatMap((word) => breakWord(word, width));
  return wrapWords(words.join(' '), width);
}

function breakWord(word: string, width: number): ReadonlyArray<string> {
  const parts = [''];
  for (const character of word) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && displayWidth(last) + displayWidth(character) > width) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts;
}

/** A command line, which is easier to copy from one line, or a word. */
const UNIT = /\S*`[^`]*`\S*|\S+/g;

/**
 * Clean text as lines of at most `width` cells, broken between words, and where it can be, not inside backticks. A longer word, such as
 * a path or a URL, is a longer line: the terminal breaks it, so that it can be copied whole.
 */
export function wrapMessage(text: string, width: number): ReadonlyArray<string> {
  const units = text.match(UNIT) ?? [];
  const words = units.flatMap((unit) => (displayWidth(unit) <= width ? unit : unit.split(' ')));
  return flowTexts(words, width);
}
