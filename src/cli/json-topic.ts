import { fieldsOf, usualColumns } from '../fields/fields.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { wrapWords } from '../text/wrap.ts';
import { definitions, OUTPUTS } from './schema.ts';

const NAME_CELLS = 12;
const PAGE_CELLS = 80;

type Entry = readonly [name: string, text: string];

/** Names with explanations that flow beside them, or below a longer name. */
function explained(entries: ReadonlyArray<Entry>, cells = NAME_CELLS): string {
  const blanks = ' '.repeat(2 + cells);
  return entries
    .map(([name, text]) => {
      const lines = wrapWords(text, PAGE_CELLS - 2 - cells).join(`\n${blanks}`);
      const isLong = name.length > cells - 2;
      return `  ${isLong ? `${name}\n${blanks}` : name.padEnd(cells)}${lines}`;
    })
    .join('\n');
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}

/** What a line says of a field: its shape, what it is, and the values that are allowed. */
function textOf(schema: JsonObject): string {
  const text = descriptionOf(schema);
  const shape = shapeOf(schema);
  const allowed = (Array.isArray(schema.enum) ? schema.enum : [])
    .filter((value) => value !== null)
    .map(String);
  const values = allowed.every((value) => text.includes(value)) ? '' : ` (${allowed.join(', ')})`;
  return `${shape === '' ? '' : `${shape}: `}${text}${values}`;
}

/** The description, or that of the definition that it refers to, as it continues a line. */
function descriptionOf({ description, $ref }: JsonObject): string {
  const text = description ?? definitions()[definitionName($ref)]?.description;
  return String(text)
    .replaceAll('`', '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

function definitionName($ref: unknown): string {
  return String($ref).replace(/.*\//, '');
}

/** `[point]`, `{timeframe: standing}`; empty for what is neither an array nor an object with any keys. */
function shapeOf(schema: JsonObject): string {
  const { items, additionalProperties: values, propertyNames: keys } = schema;
  const nameOf = (value: JsonObject): string => {
    const shape = shapeOf(value);
    const word = value.$ref === undefined ? descriptionOf(value) : definitionName(value.$ref);
    return shape === '' ? (word.match(/^[\w ]+/)?.[0] ?? word) : shape;
  };
  if (isObject(items)) return `[${nameOf(items)}]`;
  return isObject(values) && isObject(keys) ? `{${nameOf(keys)}: ${nameOf(values)}}` : '';
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
function fieldLines(schema: JsonObject, path = ''): string {
  return propertiesOf(schema)
    .flatMap(([name, field]) => {
      const nested = fieldLines(field, `${path}${name}.`);
      return [explained([[path + name, textOf(field)]]), ...(nested === '' ? [] : [nested])];
    })
    .join('\n');
}

/** The fields of each definition, below a heading. */
function sections(headings: Readonly<Record<string, string>>): string {
  const all = definitions();
  return Object.entries(headings)
    .map(([name, heading]) => `${heading}:\n${fieldLines(all[name] ?? {})}`)
    .join('\n\n');
}

function outputLines(): string {
  const entries = Object.values(OUTPUTS).map(
    (output): Entry => [String(output.title).replace(/ (symbol|history) /, ' $1 X '), textOf(output)],
  );
  return explained(entries, 27);
}

function topPlayText(): string {
  const { row = {}, topPlay = {} } = definitions();
  const own = propertiesOf(row).map(([name]) => name);
  const missing = own.filter((name) => !propertiesOf(topPlay).some(([field]) => field === name));
  return `Top play, as a row without ${missing.join(', ')}, and with:\n${explained(
    propertiesOf(topPlay).flatMap(([name, field]) => (own.includes(name) ? [] : [[name, textOf(field)]])),
  )}`;
}

function preferenceLines(): string {
  return explained(
    propertiesOf(definitions().preferences ?? {}).map(([name, setting]) => {
      const value = textOf(objectAt(objectAt(setting, 'properties'), 'value'));
      return [name, `${textOf(setting)}; value: ${value}`];
    }),
  );
}

/** A line for each type of event, with what its fields are. */
function eventLines(): string {
  const { oneOf } = definitions().event ?? {};
  const types = (Array.isArray(oneOf) ? oneOf : []).filter(isObject);
  return explained(
    types.map((event) => {
      const fields = propertiesOf(event).map(([name, field]) => `${name}: ${textOf(field)}`);
      const type = String(objectAt(objectAt(event, 'properties'), 'type').const);
      return [type, `${textOf(event)}. ${fields.slice(3).join('. ')}`];
    }),
  );
}

function csvLines(): string {
  const columns = usualColumns('row', false).map(({ id }) => id);
  const older = usualColumns('row', true).flatMap(({ id, isOfOlder }) => (isOfOlder === true ? [id] : []));
  const text = `${['asOf', 'timeframe', 'board', ...columns].join(', ')}; with --at also ${older.join(',')}`;
  const lines = wrapWords(text, PAGE_CELLS - 6);
  return lines.map((line) => `      ${line.replaceAll(', ', ',')}`).join('\n');
}

function formatLines(): string {
  const fields = fieldsOf('row', 'topPlay', 'symbol');
  const sent = fields.filter(({ schema }) => schema !== undefined).map(({ id }) => id);
  return [
    ...wrapWords(sent.join(', '), PAGE_CELLS - 2).map((line) => `  ${line}`),
    `${' '.repeat(2 + NAME_CELLS)}as in a row or the top play, and:`,
    explained(
      fields.flatMap(({ id, doc, formatDoc }) => {
        const text = sent.includes(id) ? formatDoc : doc;
        return text === undefined ? [] : [[id, text] as const];
      }),
    ),
  ].join('\n');
}

/** The page of `boards help json`. What it says of fields is what `boards help schema` says of them. */
export const jsonTopic = (): string => `JSON and CSV

stdout carries data only; notes and errors go to stderr. JSON is one line when
piped, indented on a terminal. Within a major version, fields, boards and types
of events are only ever added: ignore those that you do not know.
boards help schema prints a JSON Schema of all of this.

${outputLines()}

A field is null only where its line says what null means.

${sections({ snapshot: 'Snapshot', breadth: 'breadth', row: 'Row of a board' })}

${topPlayText()}

The name boards has two meanings. In a snapshot it is an object: the rows of
each board. In a row, the top play, a standing and a point it is a number, the
confluence.

${sections({
  symbol: 'symbol --json',
  standing: 'Standing',
  placement: 'Placement',
  confluence: 'confluence --json',
  history: 'history --json',
  point: 'Point',
  status: 'status --json',
})}

config list --json, {value, source} for each preference:
${preferenceLines()}

Events: {type, asOf, timeframe, board, symbol, from, to}, also on the stdin of
--exec. asOf is that of the newer snapshot.
${eventLines()}
dayPct and breadth say that a condition on these numbers became true, where
nothing else changed; listed is a row of --initial, or what met --until in the
first snapshot. from is null where the value before is not known, as it is then.

Errors with --json are one line on stderr. stdout stays empty then, except for
lines that watch and replay have printed before:
  {"error": {code, message, status, retryable, retryAfterSeconds, hint}}
${fieldLines(objectAt(objectAt(definitions().error ?? {}, 'properties'), 'error'))}

Numbers are those of JavaScript: integers beyond 2^53 lose digits, 1e400 becomes
null and -0 becomes 0. A board whose name looks like an integer comes first in
the boards object; boardNames has the order of the service.

Fields of --format: {field} is as in the tables, – where JSON has null;
{field:raw} is as in JSON, and empty for null.
${formatLines()}
JSON has neither now nor gain. In a template, \\t is a tab, \\n a line feed,
\\\\ a backslash, {{ and }} are braces; other backslashes stay.

CSV (RFC 4180, UTF-8) has full numbers, and empty cells for null:
  boards --csv, boards confluence --csv
${csvLines()}
      with --columns, its columns in its order after asOf,timeframe,board; in
      confluence too, rank is that on the board
  boards history X --csv
      symbol,timeframe,asOf,boards,price,dayPct,board,rank
Text that begins with = + - or @, also behind a semicolon, tab or line feed,
gets an apostrophe in front, so that no spreadsheet runs it as a formula: a
metric +1.8% on 3.2x is '+1.8% on 3.2x. Numbers and percentages do not.

JSON, CSV and --format are the same with and without --wide. Only CSV has
--columns: JSON has all fields, and a template those that it names.

Recordings of boards watch --record are its lines, in a file for each day and
timeframe (boards status says where). They are for your own use: the service
forbids redistribution, and no command shares them.

  gzip -cdf ~/.local/state/ranked-boards/*/2026-11-20/day.ndjson* |
    jq -r '[.asOf, .topPlay.symbol] | @tsv'
  duckdb -c "select d.asOf, d.topPlay.symbol from read_json_auto(
    '~/.local/state/ranked-boards/*/2026-11-20/day.ndjson*') d"

  boards --json | jq -r '.boards.movers[] | [.rank, .symbol, .dayPct] | @tsv'
  boards -t all --json | jq -r '.[] | "\\(.timeframe) \\(.topPlay.symbol)"'
  boards watch --events |
    jq --unbuffered -r 'select(.type == "entered") | .symbol'
`;
