/** Matches characters that a terminal could interpret or hide. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const INDENT = 2;

/** Writes control and invisible characters as `\uXXXX`, so that nothing is lost. */
export function renderJson(value: unknown, indented: boolean): string {
  // JSON has unescaped line feeds only between tokens.
  const json = JSON.stringify(value, null, indented ? INDENT : undefined);
  return `${json.replace(INVISIBLE, (found) => (found === '\n' ? found : toEscapes(found)))}\n`;
}

/** Yields the text that `renderJson` would return for the whole array, one item at a time. */
export function* jsonParts<Item>(
  items: ReadonlyArray<Item>,
  jsonOf: (item: Item) => unknown,
  indented: boolean,
): Generator<string, void> {
  const lineStart = indented ? `\n${' '.repeat(INDENT)}` : '';
  for (const [index, item] of items.entries()) {
    const json = renderJson(jsonOf(item), indented).trimEnd();
    yield `${index === 0 ? '[' : ','}${lineStart}${indented ? json.replaceAll('\n', lineStart) : json}`;
  }
  yield items.length === 0 ? '[]\n' : `${indented ? '\n' : ''}]\n`;
}

function toEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
