/** Characters that a terminal could interpret or hide: control and format characters, fillers, line separators, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const INDENT = 2;

/**
 * JSON on one line, or indented by two spaces, with a trailing line feed. Control and invisible characters are written as
 * `\uXXXX`, so the output is lossless.
 */
export function renderJson(value: unknown, indented: boolean): string {
  // Line feeds are only between tokens of JSON.
  const json = JSON.stringify(value, null, indented ? INDENT : undefined);
  return `${json.replace(INVISIBLE, (found) => (found === '\n' ? found : toEscapes(found)))}\n`;
}

/** The text of `renderJson` for an array of what `jsonOf` makes of the items, one by one, so that all of it is never in memory. */
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
