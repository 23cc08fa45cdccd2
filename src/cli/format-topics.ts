import { fieldsOf, usualColumns } from '../fields/fields.ts';
import { csvFields } from '../output/csv.ts';
import { wrapWords } from '../text/wrap.ts';
import { explained } from './json-topic.ts';
import { PAGE_WIDTH } from './specification.ts';

function fieldLines(): string {
  return explained(
    fieldsOf('row', 'topPlay', 'symbol').map(({ id, doc, formatDoc }) => [
      id,
      formatDoc === undefined ? doc : `${doc}; ${formatDoc}`,
    ]),
  );
}

/** The page of `boards help format`. */
export const formatTopic = (): string => `Templates of --format: one line a row

boards, top, symbol and confluence fill a template for each row, with nothing
around it. A top play that is null prints no line.

  {symbol}    as tables show it, without colour: {boards} is a number, {bias} a
              word, {price} has no $. What is missing is - in a pipe and where
              signs are ASCII, otherwise –
  {price:raw} as in JSON: all digits; empty for null
  \\t \\n \\\\    a tab, a line feed, a backslash; other backslashes stay
  {{ }}       braces. All other text is printed as typed

Fields:
${fieldLines()}

  boards -b movers --format '{rank}\\t{symbol}\\t{dayPct:raw}'
  boards confluence -t all --format '{symbol} {boards} {on}'
  boards top -q --format '{symbol} {dayPct} ◆{boards} {source}'

The last one is a line for a status bar: {source} is SANDBOX, RECORDED with its
time, or empty for live data. No template gets it by itself; a note on stderr
says what the data is.
`;

function columnsOf(subject: 'row' | 'symbol'): string {
  const columns = csvFields(subject, false).map(({ id }) => id);
  const older = usualColumns(subject, true).flatMap(({ id, isOfOlder }) => (isOfOlder === true ? [id] : []));
  const text = `${columns.join(', ')}; with --at also ${older.join(',')}`;
  const lines = wrapWords(text, PAGE_WIDTH - 6);
  return lines.map((line) => `      ${line.replaceAll(', ', ',')}`).join('\n');
}

/** The page of `boards help csv`. */
export const csvTopic = (): string => `CSV (RFC 4180, UTF-8): a header row, then a line a row

  boards --csv
      a row for each row of a board:
${columnsOf('row')}
  boards confluence --csv
      a row for each symbol:
${columnsOf('symbol')}
      of several timeframes, asOf, dayPct, boards, bias and on have a column for
      each, as dayPct.swing, and total is the sum of boards
  with --columns, these alone, in their order
  boards history X --csv
      symbol,timeframe,asOf,boards,price,dayPct,board,rank

Numbers are full, not shortened as in tables; null is an empty cell. Columns are
the fields of boards help format.

Text that begins with = + - or @, also behind a semicolon, tab or line feed,
gets an apostrophe in front, so that no spreadsheet runs it as a formula: a
metric +1.8% on 3.2x is '+1.8% on 3.2x. Numbers and percentages do not.

  boards -t all --csv > boards.csv
  boards -b movers --csv --columns rank,symbol,dayPct
  boards history NVDA --csv | cut -d, -f3,7,8
`;
