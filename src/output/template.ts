import { valueNamed, valuesNamed } from '../cli/values/lists.ts';
import { UsageError } from '../errors.ts';
import type { Field, Row, Value } from '../fields/field.ts';
import { FORMER_NAMES, fieldAliases, fieldNamed } from '../fields/fields.ts';
import { suggestionHint } from '../lib/distance.ts';
import { renderJson } from '../lib/json-text.ts';
import { quote } from '../lib/quote.ts';
import type { Reading } from '../lib/time.ts';
import { asciiGlyphs, toAscii } from '../text/ascii.ts';
import { ABSENT, NONE, PRICE_WIDTH } from '../text/format.ts';

export type Template = ReadonlyArray<string | Placeholder>;

interface Placeholder {
  readonly field: Field;
  readonly isRaw: boolean;
}

const EXAMPLE = 'For example: --format "{symbol} {dayPct}"';
const TOKEN = /\{\{|\}\}|\\[tn\\]|\{([^{}]*)\}|[{}]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '{{': '{',
  '}}': '}',
  '\\t': '\t',
  '\\n': '\n',
  '\\\\': '\\',
};

/** Parses `{symbol} {price:raw}`. Names ignore case and can be table headers. Throws UsageError. */
export function parseTemplate(text: string, fields: ReadonlyArray<Field>): Template {
  checkFields(text, namesOf(fields));
  const parts: Array<string | Placeholder> = [];
  let end = 0;
  for (const { 0: token, 1: inside, index } of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, index));
    end = index + token.length;
    parts.push(inside === undefined ? literalOf(token) : placeholderOf(inside, fields));
  }
  parts.push(text.slice(end));
  // Do not quote a template without a field in the error: it may be a pasted API key.
  if (parts.every((part) => typeof part === 'string')) {
    const format = text.trim().toLowerCase();
    if (['json', 'csv'].includes(format))
      throw new UsageError('--format takes a template', { hint: `Did you mean --${format}? ${EXAMPLE}` });
    throw new UsageError('--format: no {field} in the template', {
      hint: `${EXAMPLE}. ${suggestionHint('', namesOf(fields))}`,
    });
  }
  return parts.filter((part) => part !== '');
}

function literalOf(token: string): string {
  const literal = ESCAPES[token];
  if (literal !== undefined) return literal;
  throw new UsageError(`--format: unmatched ${token}`, {
    hint: 'Write {symbol} for a field, and {{ or }} for a brace.',
  });
}

/** Reports all unknown fields in one UsageError. */
function checkFields(text: string, names: ReadonlyArray<string>): void {
  const used = [...text.matchAll(TOKEN)].flatMap(([, inside]) => inside?.split(':', 1) ?? []);
  const words = new Set(used.map((name) => name.trim()));
  valuesNamed('field', [...words], names, fieldAliases(), FORMER_NAMES);
}

function placeholderOf(inside: string, fields: ReadonlyArray<Field>): Placeholder {
  const [name = '', ...forms] = inside.split(':').map((word) => word.trim());
  const field = fieldNamed(valueNamed('field', name, namesOf(fields), fieldAliases()));
  const isRaw = forms.length > 0;
  const form = forms.join(':');
  if (isRaw && form.toLowerCase() !== 'raw')
    throw new UsageError(`--format: unknown suffix ${quote(`:${form}`)} after ${field.id}`, {
      hint: `Write {${field.id}}, or {${field.id}:raw} for its value as in JSON.`,
    });
  return { field, isRaw };
}

export function fieldsIn(parts: Template): ReadonlyArray<Field> {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.field]));
}

function namesOf(fields: ReadonlyArray<Field>): ReadonlyArray<string> {
  return fields.map(({ id }) => id);
}

/** `ascii` converts neither raw values nor the user's own text. */
export function fillTemplate(
  parts: Template,
  row: Row,
  { ascii, isPlain, ...reading }: Reading & { readonly ascii: boolean; readonly isPlain: boolean },
): string {
  const style = { ...reading, mode: 'template' } as const;
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const { field, isRaw } = part;
      if (isRaw) return rawText(field.raw(row));
      const text = field.text(row, style, PRICE_WIDTH);
      if (isPlain && text === ABSENT) return NONE;
      return ascii ? toAscii(asciiGlyphs(text)) : text;
    })
    .join('');
}

function rawText(raw: Value): string {
  if (raw === null) return '';
  return typeof raw === 'object' ? renderJson(raw, false).trimEnd() : String(raw);
}
