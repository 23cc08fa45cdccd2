// Characters that a terminal could interpret or hide: control and format characters, fillers, line separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * JSON on one line, or indented by two spaces, with a trailing line feed. Control and invisible characters are written as
 * `\uXXXX`, so the output is lossless.
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
