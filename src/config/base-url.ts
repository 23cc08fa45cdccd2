import { ConfigError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { keyRefused, looksLikeKey } from '../quote.ts';

/**
 * The address of the service in normal form: scheme, host, path prefix, no trailing slash. Throws ConfigError for what is
 * no address, or none to which a key may go. The text itself is never in the message, since it may hold a password.
 */
export function parseBaseUrl(text: string): string {
  const fault = findFault(text.trim());
  if (fault !== null) {
    throw new ConfigError(`the base URL ${fault}`, {
      hint: 'Write it in full, as https://host or https://host/path.',
    });
  }
  const url = new URL(text.trim());
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** As `parseBaseUrl`, for an address that a person typed: a key in its place is refused as one, with UsageError. */
export function parseTypedBaseUrl(text: string): string {
  // A long host without a scheme is no key: it has dots.
  if (looksLikeKey(text) && !/[/.:]/.test(text)) throw keyRefused();
  return parseBaseUrl(text);
}

/** What a key is bound to. Takes the normal form. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

function findFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return 'is not a complete address';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https:// (http:// is for this computer only)';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  return /[?#]/.test(text) ? 'must not contain ? or #' : null;
}
