// Characters that a terminal could interpret or hide: control and format characters, fillers, line separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const INDENT = 2;
const PART_CHARACTERS = 64 * 1024;
/** What is deeper than this is small. */
const MAX_SPLIT_DEPTH = 3;

/**
 * JSON on one line, or indented by two spaces, with a trailing line feed. Control and invisible characters are written as
 * `\uXXXX`, so the output is lossless.
 */
export function renderJson(value: unknown, indented: boolean): string {
  return `${escapeInvisible(JSON.stringify(value, null, indented ? INDENT : undefined))}\n`;
}

/**
 * The text of `renderJson` in parts, so that a long one takes little memory. Any iterable object is written as an array, and
 * may create its items while they are written.
 */
export function* jsonParts(value: unknown, indented: boolean): Generator<string, void> {
  let text = '';
  for (const token of tokensOf(value, indented ? '\n' : '')) {
    text += token;
    if (text.length < PART_CHARACTERS) continue;
    yield escapeInvisible(text);
    text = '';
  }
  yield `${escapeInvisible(text)}\n`;
}

/** `lineStart` is what stands before each line of the value, a line feed and its indentation; empty for all on one line. */
function* tokensOf(value: unknown, lineStart: string, depth = 0): Generator<string, void> {
  if (depth === MAX_SPLIT_DEPTH || typeof value !== 'object' || value === null) {
    const json = JSON.stringify(value, null, lineStart === '' ? undefined : INDENT);
    yield lineStart === '' ? json : json.replaceAll('\n', lineStart);
    return;
  }
  const inner = lineStart === '' ? '' : lineStart + ' '.repeat(INDENT);
  const [open, close] = isIterable(value) ? ['[', ']'] : ['{', '}'];
  let isEmpty = true;
  for (const [name, item] of membersOf(value)) {
    yield (isEmpty ? open : ',') + inner;
    if (name !== null) yield JSON.stringify(name) + (inner === '' ? ':' : ': ');
    yield* tokensOf(item, inner, depth + 1);
    isEmpty = false;
  }
  yield isEmpty ? open + close : lineStart + close;
}

function* membersOf(value: object): Generator<readonly [string | null, unknown], void> {
  if (isIterable(value)) for (const item of value) yield [null, item];
  else yield* Object.entries(value);
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

/** Line feeds are only between tokens of JSON. */
function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (character) => (character === '\n' ? character : toEscapes(character)));
}

function toEscapes(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
