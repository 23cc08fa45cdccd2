import { ConfigError } from '../errors.ts';
import { isLoopback } from '../lib/host-name.ts';

/** Removes a trailing slash. Errors do not quote the text, which may contain a password. */
export function parseBaseUrl(text: string): string {
  const fault = findFault(text.trim());
  if (fault !== null) {
    throw new ConfigError(`the base URL ${fault}`, {
      hint: 'Give the full URL, such as https://host or https://host/path.',
    });
  }
  const url = new URL(text.trim());
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

export function keyOriginOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

function findFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return 'is not a complete URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https:// (http:// is allowed for this computer only)';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (/[?#]/.test(text)) return 'must not contain ? or #';
  return /_live_[a-z0-9]{24}/i.test(text) ? 'must not contain a key' : null;
}
