import { UsageError } from '../errors.ts';
import { named } from '../parse.ts';
import { keyRefused, looksLikeKey, quote } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { COLUMN_HEADERS, COLUMNS } from '../vocabulary.ts';
import { toAscii } from './ascii.ts';
import { renderJson } from './json.ts';
import { cleanText } from './safe-text.ts';

/** The fields of `--format`, by what a line is about. */
const ORIGIN_FIELDS = ['timeframe', 'asOf', 'session', 'source'] as const;
const FIGURE_FIELDS = ['symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias'] as const;
/** What became of a symbol of older data. */
export const SINCE_FIELDS = ['now', 'since'] as const;
/** A row of a board. */
export const ROW_FIELDS = [...COLUMNS, 'board', ...ORIGIN_FIELDS, ...SINCE_FIELDS] as const;
/** A top play. */
export const TOP_PLAY_FIELDS = [...FIGURE_FIELDS, 'reasons', ...ORIGIN_FIELDS, ...SINCE_FIELDS] as const;
/** A symbol by its confluence. */
export const CONFLUENCE_FIELDS = [
  'rank',
  ...FIGURE_FIELDS,
  'timeframes',
  'on',
  ...ORIGIN_FIELDS,
  ...SINCE_FIELDS,
] as const;

/** A parsed template of `--format`. */
export interface Template {
  readonly parts: ReadonlyArray<string | Placeholder>;
}

interface Placeholder {
  readonly field: string;
  readonly isRaw: boolean;
}

/** The value of a field: as the tables show it (clean text), and as in JSON. */
export interface FieldValue {
  readonly text: string;
  readonly raw: string | number | null | object;
}

const EXAMPLE = "For example: --format '{symbol} {dayPct}'";
const TOKEN = /\{\{|\}\}|\\[tn\\]|\{([^{}]*)\}|[{}]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '{{': '{',
  '}}': '}',
  '\\t': '\t',
  '\\n': '\n',
  '\\\\': '\\',
};

/**
 * Parses `{symbol} {price:raw}` with these fields, or the headers of tables, ignoring case. `{{` and `}}` are braces, `\t` a tab,
 * `\n` a line feed and `\\` a backslash. Throws UsageError.
 */
export function parseTemplate(text: string, fields: ReadonlyArray<string>): Template {
  const parts: Array<string | Placeholder> = [];
  let end = 0;
  for (const { 0: token, 1: inside, index } of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, index));
    end = index + token.length;
    parts.push(inside === undefined ? literalOf(token) : placeholderOf(inside, fields));
  }
  parts.push(text.slice(end));
  // A mistake, or something else in its place, such as a key: it must not be printed.
  if (parts.every((part) => typeof part === 'string'))
    throw new UsageError('--format: no {field} in the template', {
      hint: `${EXAMPLE}. ${suggestionHint('', fields)}`,
    });
  return { parts: parts.filter((part) => part !== '') };
}

function literalOf(token: string): string {
  const literal = ESCAPES[token];
  if (literal !== undefined) return literal;
  throw token === '{'
    ? new UsageError('--format: { without }', { hint: 'Close it, as in {symbol}, or write {{ for a brace.' })
    : new UsageError('--format: } without {', { hint: 'Open it, as in {symbol}, or write }} for a brace.' });
}

function placeholderOf(inside: string, fields: ReadonlyArray<string>): Placeholder {
  const [name = '', ...forms] = inside.split(':').map((word) => word.trim());
  const field = named(name, fields, COLUMN_HEADERS);
  if (name === '')
    throw new UsageError('--format: {} names no field', {
      hint: `${suggestionHint('', fields)} For braces write {{}}.`,
    });
  if (looksLikeKey(name)) throw keyRefused();
  if (field === undefined)
    throw new UsageError(`--format: unknown field${quoted(name)}`, {
      hint: suggestionHint(name, fields, Object.keys(COLUMN_HEADERS)),
    });
  const isRaw = forms.length > 0;
  const form = forms.join(':');
  if (isRaw && form.toLowerCase() !== 'raw')
    throw new UsageError(`--format: unknown form${quoted(form)} of ${field}`, {
      hint: `Write {${field}}, or {${field}:raw} for its value as in JSON.`,
    });
  return { field, isRaw };
}

/** Only what can be a mistyped word: other text may be a part of a key. */
function quoted(word: string): string {
  return /^[a-z_.-]{1,16}$/i.test(word) ? ` ${quote(word)}` : '';
}

export function hasField({ parts }: Template, field: string): boolean {
  return parts.some((part) => typeof part !== 'string' && part.field === field);
}

/** The template with the values of one row. Raw values are never converted to ASCII. */
export function fillTemplate(
  { parts }: Template,
  values: Readonly<Record<string, FieldValue>>,
  ascii: boolean,
): string {
  const shown = (text: string) => (ascii ? toAscii(text) : text);
  return parts
    .map((part) => {
      if (typeof part === 'string') return shown(part);
      const value = values[part.field];
      if (value === undefined) return '';
      return part.isRaw ? rawText(value.raw) : shown(value.text);
    })
    .join('');
}

/** Without control characters: the output may be a terminal. */
function rawText(raw: FieldValue['raw']): string {
  if (raw === null) return '';
  if (typeof raw === 'object') return renderJson(raw, false).trimEnd();
  return typeof raw === 'string' ? cleanText(raw) : String(raw);
}
