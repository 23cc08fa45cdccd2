import type { TransportResponse } from '../context.ts';
import { BadResponseError } from '../errors.ts';
import type { Redact } from '../redact.ts';
import { decodeSnapshot, isObject, type Snapshot } from './snapshot.ts';

/** A snapshot is four levels deep; what recurses over it must never meet thousands. */
const MOST_DEPTH = 64;
const EXCERPT_LENGTH = 200;
/** Enough for an excerpt, whatever is taken out of it. */
const READ_FOR_EXCERPT = 4096;
const BASE_URL_HINT = 'Check the base URL with `boards status`.';

/** The snapshot in a 200 answer, free of the key. Throws BadResponseError. */
export function readSnapshot(response: TransportResponse, redact: Redact): Snapshot {
  const text = decodeText(response, redact);
  const parsed = parse(text, response, redact);
  const snapshot = decodeSnapshot(parsed);
  if (snapshot === null) throw unexpected(response, redact, text);
  return snapshot;
}

/** The service's own words for a failure (api.md section 7), at most 200 characters; null when it gave none. */
export function readErrorMessage(response: TransportResponse, redact: Redact): string | null {
  try {
    const body = parse(decodeText(response, redact), response, redact);
    const message = isObject(body) && typeof body.error === 'string' ? excerptOf(body.error, redact) : '';
    return message === '' ? null : message;
  } catch {
    return null;
  }
}

function decodeText(response: TransportResponse, redact: Redact): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(response.body);
  } catch (cause) {
    throw unexpected(response, redact, '', cause);
  }
}

function parse(text: string, response: TransportResponse, redact: Redact): unknown {
  if (deeperThan(MOST_DEPTH, text)) {
    throw new BadResponseError(`the answer is nested too deeply (${describe(response, redact)})`, {
      status: response.status,
      hint: BASE_URL_HINT,
    });
  }
  try {
    const parsed: unknown = JSON.parse(text);
    // A key spelled with escapes does not show in the text, so where there are any, each string is looked at.
    return text.includes('\\') || redact(text) !== text ? redactDeep(parsed, redact) : parsed;
  } catch {
    // Its message quotes the text around the fault, which may be part of an echoed key.
    throw unexpected(response, redact, text);
  }
}

function redactDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]),
  );
}

/** Counts brackets outside strings; JSON.parse itself would not mind the depth, but all that follows would. */
function deeperThan(most: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > most) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

function unexpected(
  response: TransportResponse,
  redact: Redact,
  text: string,
  cause?: unknown,
): BadResponseError {
  return new BadResponseError(`unexpected answer (${describe(response, redact)})`, {
    status: response.status,
    hint: 'Check the base URL with `boards status`; --debug shows how the answer begins.',
    cause: new Error(`the answer begins with: ${excerptOf(text, redact)}`, { cause }),
  });
}

/** How a text begins. What could hide a key from the redaction, but not from a reader, is taken out of it first. */
function excerptOf(text: string, redact: Redact): string {
  const readable = text
    .slice(0, READ_FOR_EXCERPT)
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '');
  return redact(readable).trim().slice(0, EXCERPT_LENGTH);
}

/** `200 text/html, 1.2 KB` */
function describe(response: TransportResponse, redact: Redact): string {
  const type = redact(response.headers['content-type']?.split(';')[0]?.trim() ?? '').slice(0, 60);
  const bytes = response.body.byteLength;
  const size =
    bytes < 1024
      ? `${bytes} B`
      : bytes < 1024 ** 2
        ? `${(bytes / 1024).toFixed(1)} KB`
        : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${response.status} ${type === '' ? 'no type' : type}, ${size}`;
}
