import type { TransportResponse } from '../context.ts';
import { BadResponseError } from '../errors.ts';
import { excessOf, isObject } from '../json.ts';
import type { Redactor } from '../quote.ts';
import { decodeSnapshot, type Snapshot } from './snapshot.ts';

const EXCESS = {
  depth: ['is ', 'nested too deeply'],
  members: ['', 'has too many boards or fields'],
} as const;
const EXCERPT_LENGTH = 200;
/** Longer than an excerpt, because escapes and control characters are removed from it. */
const MAX_EXCERPT_INPUT_LENGTH = 4096;
const BASE_URL_HINT = 'Check the base URL with `boards status`.';

/** The snapshot in a 200 response, with the key redacted. Throws BadResponseError. */
export function readSnapshot(response: TransportResponse, redact: Redactor): Snapshot {
  const text = decodeText(response, redact);
  const snapshot = decodeSnapshot(parse(text, response, redact));
  if (snapshot === null) throw unexpected(response, redact, 'not a snapshot', text);
  return snapshot;
}

/** The error message of the service, at most 200 characters; null if there is none. */
export function readErrorMessage(response: TransportResponse, redact: Redactor): string | null {
  try {
    const body = parse(decodeText(response, redact), response, redact);
    const message = isObject(body) && typeof body.error === 'string' ? excerptOf(body.error, redact) : '';
    return message === '' ? null : message;
  } catch {
    return null;
  }
}

function decodeText(response: TransportResponse, redact: Redactor): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(response.body);
  } catch (cause) {
    throw unexpected(response, redact, 'not JSON', '', cause);
  }
}

function parse(text: string, response: TransportResponse, redact: Redactor): unknown {
  const excess = excessOf(text);
  if (excess !== null) {
    const [verb, what] = EXCESS[excess];
    throw new BadResponseError(`the response ${verb}${what} (${describe(response, redact)})`, {
      reason: `response ${what}`,
      status: response.status,
      hint: BASE_URL_HINT,
    });
  }
  try {
    const parsed: unknown = JSON.parse(text);
    // Escapes can hide a key in the JSON text, so the parsed strings are redacted instead.
    return text.includes('\\') || redact(text) !== text ? redactDeep(parsed, redact) : parsed;
  } catch {
    // Without the cause: JSON.parse quotes the text, which may contain the key.
    throw unexpected(response, redact, 'not JSON', text);
  }
}

function redactDeep(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]),
  );
}

/** `text` is the body; empty if it is not text. */
function unexpected(
  response: TransportResponse,
  redact: Redactor,
  reason: string,
  text: string,
  cause?: unknown,
): BadResponseError {
  return new BadResponseError(`unexpected response (${describe(response, redact)})`, {
    reason,
    status: response.status,
    hint: 'Check the base URL with `boards status`; --debug shows how the response begins.',
    cause: new Error(`the response begins with: ${excerptOf(text, redact)}`, { cause }),
  });
}

/** The start of a text, redacted. Escapes, white space and control characters are normalized first, since they could hide a key. */
function excerptOf(text: string, redact: Redactor): string {
  const readable = text
    .slice(0, MAX_EXCERPT_INPUT_LENGTH)
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '');
  return redact(readable).trim().slice(0, EXCERPT_LENGTH);
}

/** `200 text/html, 1.2 KB` */
function describe(response: TransportResponse, redact: Redactor): string {
  const type = redact(response.headers['content-type']?.split(';')[0]?.trim() ?? '').slice(0, 60);
  return `${response.status} ${type === '' ? 'no content type' : type}, ${sizeOf(response.body.byteLength)}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
