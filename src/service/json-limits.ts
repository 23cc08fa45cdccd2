/** A snapshot is four levels deep. The limit protects recursive code from a stack overflow. */
const MAX_DEPTH = 64;
/**
 * JSON.parse takes too long for an object with more members than this: meanwhile no key is heard. That is 20,000 boards, and the
 * fields of breadth and top play, which are on the same level.
 */
const MAX_MEMBERS = 20_100;
const BOARDS_DEPTH = 2;

/** A member has at least five characters: a text of fewer has not too many. */
const SHORT_TEXT = 5 * MAX_MEMBERS;

/** Why the JSON text of a snapshot must not be parsed: it … Null if it may be. Counts outside strings. */
export function excessOf(text: string): string | null {
  // True of almost all texts, and sooner known.
  if (text.length < SHORT_TEXT && mostLevels(text) <= MAX_DEPTH) return null;
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return 'is nested too deeply';
    } else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === 0x3a && depth === BOARDS_DEPTH && ++members > MAX_MEMBERS)
      return 'has too many boards or fields';
  }
  return null;
}

/** JSON is not deeper than this: a level for each object that is the value of a member, two for each array with objects in it. */
function mostLevels(text: string): number {
  return 2 * text.split('[').length + text.split(/(?<![,[])\{/).length;
}
