import { isObject, type JsonObject } from '../json.ts';
import { wrapWords } from '../text/lines.ts';
import { definitions, OUTPUTS } from './schema.ts';
import { PAGE_WIDTH } from './specification.ts';

const NAME_CELLS = 12;

type Entry = readonly [name: string, text: string];

/** Names with explanations that flow beside them, or below a longer name. */
export function explained(entries: ReadonlyArray<Entry>, cells = NAME_CELLS): string {
  const blanks = ' '.repeat(2 + cells);
  return entries
    .map(([name, text]) => {
      const lines = wrapWords(text, PAGE_WIDTH - 2 - cells).join(`\n${blanks}`);
      const isLong = name.length > cells - 2;
      return `  ${isLong ? `${name}\n${blanks}` : name.padEnd(cells)}${lines}`;
    })
    .join('\n');
}

/** The type of a value, and what it is. */
function textOf(schema: JsonObject): string {
  return `(${typeOf(schema)}) ${descriptionOf(schema)}`;
}

/** The description, or that of the definition that it refers to, as it continues a line. */
function descriptionOf(schema: JsonObject): string {
  return String(schema.description ?? definitions()[typeOf(schema)]?.description)
    .replaceAll('`', '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

const TYPES: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false' };

/** `number or null`, `[row]`, `{board key: [row]}`, `day, swing or null`; the name of a definition. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return TYPES[String(schema)] ?? String(schema);
  const { $ref, items, additionalProperties: values, propertyNames: keys, type, ...rest } = schema;
  if ($ref !== undefined) return String($ref).replace(/.*\//, '');
  const types = Array.isArray(type) ? type : [rest.const ?? type];
  const parts = [rest.anyOf, rest.enum].find(Array.isArray) ?? types;
  const words = parts.map((part) => {
    if (part === 'array') return `[${typeOf(items)}]`;
    return part === 'object' && isObject(keys) ? `{${firstWords(keys)}: ${typeOf(values)}}` : typeOf(part);
  });
  return [...(words.length > 1 ? [words.slice(0, -1).join(', ')] : []), words.at(-1)].join(' or ');
}

function firstWords({ description }: JsonObject): string {
  return (/^[\w ]+/.exec(String(description))?.[0] ?? '').toLowerCase();
}

/** Those of an object, or of an object that can be null. */
function propertiesOf(schema: JsonObject): ReadonlyArray<readonly [string, JsonObject]> {
  const [first] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const { properties } = isObject(first) ? first : schema;
  return isObject(properties)
    ? Object.entries(properties).flatMap(([name, value]) => (isObject(value) ? [[name, value]] : []))
    : [];
}

/** A line for each field, also for those of an object in it: `check.asOf`. */
function fieldEntries(schema: JsonObject, path = ''): ReadonlyArray<Entry> {
  return propertiesOf(schema).flatMap(([name, field]) => [
    [path + name, textOf(field)] as const,
    ...fieldEntries(field, `${path}${name}.`),
  ]);
}

/** A line for each preference, with what its value is. */
function preferenceEntries(schema: JsonObject): ReadonlyArray<Entry> {
  return propertiesOf(schema).map(([name, setting]) => {
    const value = Object.fromEntries(propertiesOf(setting)).value ?? {};
    return [name, `${descriptionOf(setting)}; value: ${textOf(value)}`];
  });
}

/** A line for each type of event, with what its fields are. */
function eventEntries({ oneOf }: JsonObject): ReadonlyArray<Entry> {
  return (Array.isArray(oneOf) ? oneOf : []).filter(isObject).map((event) => {
    const [[, type = {}] = [], , , ...fields] = propertiesOf(event);
    const texts = fields.map(([name, field]) => `${name}: ${descriptionOf(field)}`);
    return [String(type.const), [descriptionOf(event), ...texts].join('. ')];
  });
}

const ENTRIES: Readonly<Record<string, (schema: JsonObject) => ReadonlyArray<Entry>>> = {
  preferences: preferenceEntries,
  event: eventEntries,
};

/** Each definition with its fields. */
function sections(): string {
  return Object.entries(definitions())
    .filter(([name]) => !(name in OUTPUTS))
    .map(([name, schema]) => {
      const title = wrapWords(`${name}: ${descriptionOf(schema)}`, PAGE_WIDTH).join('\n');
      return `${title}\n${explained((ENTRIES[name] ?? fieldEntries)(schema))}`;
    })
    .join('\n\n');
}

function outputLines(): string {
  const entries = Object.values(OUTPUTS).map(
    (output): Entry => [String(output.title).replace(/ (symbol|history) /, ' $1 X '), textOf(output)],
  );
  return explained(entries, 27);
}

/** The page of `boards help json`. What it says of fields is what `boards help schema` says of them. */
export const jsonTopic = (): string => `JSON

stdout carries data only; notes and errors go to stderr. JSON is one line when
piped, indented on a terminal. Within a major version, fields, boards and types
of events are only ever added: ignore those that you do not know.
boards help schema prints a JSON Schema of all of this.

${outputLines()}

A field is null only where its line says what null means.

${sections()}

Every event has type, asOf (that of the newer snapshot), timeframe, board,
symbol, from and to. The command of --exec gets its events on stdin.

Numbers are those of JavaScript: integers beyond 2^53 lose digits, 1e400 becomes
null and -0 becomes 0. A board whose name looks like an integer comes first in
the boards object; boardNames has the order of the service.

JSON has what the service sends, whatever --columns and --wide say; confluence
alone has now and gain of --at. Preferences are for people: JSON, CSV, --format
and --events take timeframes, limit, boards and columns from the command line
and BOARDS_TIMEFRAME alone. Files of recordings have the lines of watch --json
(boards help recordings).

  boards --json | jq -r '.boards.movers[] | [.rank, .symbol, .dayPct] | @tsv'
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards watch --events |
    jq --unbuffered -r 'select(.type == "entered") | .symbol'
`;
