/** Expects `URL.hostname`, which has IPv6 addresses in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Sockets and address checks take an IPv6 address without the brackets of `URL.hostname`. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
