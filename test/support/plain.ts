import assert from 'node:assert/strict';

/** The blocks of plain output, which blank lines separate. */
function blocksOf(stdout: string): ReadonlyArray<ReadonlyArray<string>> {
  return stdout
    .trimEnd()
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== ''));
}

/** The fields of a line, as `awk -F '  +'` sees them after leading spaces. */
function fieldsOf(line: string): ReadonlyArray<string> {
  return line.trimStart().split(/ {2,}/);
}

/**
 * The tables of plain output: below the line that begins with one of the names of columns, each line must have as many fields as
 * the header. Fails if no table is found, or a line ends with a space.
 */
export function tablesOf(stdout: string): ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> {
  for (const line of stdout.split('\n')) assert.doesNotMatch(line, /\s$/);
  const tables = blocksOf(stdout).flatMap((block) => {
    const start = block.findIndex((line) => /^ *(rank|symbol|timeframe|board|price)( {2,}|$)/.test(line));
    return start === -1 ? [] : [block.slice(start).map(fieldsOf)];
  });
  assert.notEqual(tables.length, 0);
  for (const [header = [], ...rows] of tables)
    for (const row of rows) assert.equal(row.length, header.length, `${row} has other fields than ${header}`);
  return tables;
}
