/** A snapshot is four levels deep. The limit prevents a stack overflow in recursive code. */
const MAX_DEPTH = 64;
/** An object with more members blocks JSON.parse for long. A snapshot may have 20,000 boards. */
const MAX_MEMBERS = 20_100;
const BOARDS_DEPTH = 2;

/** A member has at least five characters, so a shorter text cannot have too many members. */
const SHORT_TEXT = 5 * MAX_MEMBERS;

/** Returns the reason not to parse a snapshot, as the end of a sentence; null if there is none. */
export function excessOf(text: string): string | null {
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

/** Returns an upper limit of the depth: a level for each object in a member, two for each array. */
function mostLevels(text: string): number {
  let levels = 2 * text.split('[').length;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1))
    if (text[at - 1] !== ',' && text[at - 1] !== '[') levels++;
  return levels;
}
