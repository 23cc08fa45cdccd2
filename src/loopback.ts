/** True for a host name that can only be this machine, as `URL.hostname` gives it (IPv6 in brackets). */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
