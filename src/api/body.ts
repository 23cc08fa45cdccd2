import type { TransportResponse } from '../context.ts';
import { BadResponseError } from '../errors.ts';
import { decodeSnapshot, isObject, type Snapshot } from './snapshot.ts';

/** A snapshot is four levels deep; what recurses over it must never meet thousands. */
const MOST_DEPTH = 64;
const EXCERPT_LENGTH = 200;
const REDACTED = '[redacted]';

export type Redact = (text: string) => string;

/** Takes the key out of any text, because a service may echo it. */
export function createRedactor(apiKey: string): Redact {
  return (text) => (apiKey === '' ? text : text.replaceAll(apiKey, REDACTED));
}

/** The snapshot in a 200 answer, free of the key. Throws BadResponseError. */
export function readSnapshot(response: TransportResponse, redact: Redact): Snapshot {
  const text = decodeText(response, redact);
  const parsed = parse(text, response, redact);
  const snapshot = decodeSnapshot(parsed);
  if (snapshot === null) throw unexpected(response, text);
  return snapshot;
}

/** The service's own words for a failure (api.md section 7), at most 200 characters; null when it gave none. */
export function readErrorMessage(response: TransportResponse, redact: Redact): string | null {
  try {
    const body = parse(decodeText(response, redact), response, redact);
    const message = isObject(body) && typeof body.error === 'string' ? body.error.trim() : '';
    return message === '' ? null : message.slice(0, EXCERPT_LENGTH);
  } catch {
    return null;
  }
}

function decodeText(response: TransportResponse, redact: Redact): string {
  try {
    return redact(new TextDecoder('utf-8', { fatal: true }).decode(response.body));
  } catch (cause) {
    throw unexpected(response, '', cause);
  }
}

function parse(text: string, response: TransportResponse, redact: Redact): unknown {
  if (deeperThan(MOST_DEPTH, text)) {
    throw new BadResponseError(`the answer is nested too deeply (${describe(response)})`, {
      status: response.status,
    });
  }
  try {
    const parsed: unknown = JSON.parse(text);
    // A key spelled with escapes passes the redaction of the text, so where there are any, each string is looked at.
    return text.includes('\\') ? redactDeep(parsed, redact) : parsed;
  } catch (cause) {
    throw unexpected(response, text, cause);
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

function unexpected(response: TransportResponse, text: string, cause?: unknown): BadResponseError {
  return new BadResponseError(`unexpected answer (${describe(response)})`, {
    status: response.status,
    hint: 'Check the base URL with `boards status`; --debug shows how the answer begins.',
    cause: new Error(`the answer begins with: ${text.slice(0, EXCERPT_LENGTH)}`, { cause }),
  });
}

/** `200 text/html, 1.2 KB` */
function describe(response: TransportResponse): string {
  const type = response.headers['content-type']?.split(';')[0]?.trim().slice(0, 60) ?? '';
  const bytes = response.body.byteLength;
  const size =
    bytes < 1024
      ? `${bytes} B`
      : bytes < 1024 ** 2
        ? `${(bytes / 1024).toFixed(1)} KB`
        : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${response.status} ${type === '' ? 'no type' : type}, ${size}`;
}
