// All that a terminal might obey or hide: controls, format characters (bidi, zero-width, tags), fillers, line separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * JSON in one line, or indented for a person; lossless, with every control and invisible character as `\uXXXX`.
 * Ends with a line feed.
 */
export function renderJson(value: unknown, indented: boolean): string {
  const json = JSON.stringify(value, null, indented ? 2 : undefined);
  return `${json.replace(INVISIBLE, (character) => (character === '\n' ? character : toEscapes(character)))}\n`;
}

function toEscapes(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
