import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { withoutBrackets } from '../url-host.ts';

/**
 * True if a NO_PROXY list matches the host of `url`. An entry is `*`, a domain including its subdomains (`example.com`,
 * `.example.com`, `*.example.com`), an IP address or a CIDR block (`10.0.0.0/8`), each with an optional port.
 */
export function isExempt(url: URL, noProxy: string): boolean {
  const host = normalizeHost(url.hostname);
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(entry, host, port));
}

/** Removes the brackets of an IPv6 address and the trailing dot of a fully qualified name. */
function normalizeHost(hostname: string): string {
  return withoutBrackets(hostname).replace(/\.$/, '');
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  // An IPv6 address without brackets has several colons and no port.
  const [, name = entry, entryPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (entryPort !== port) return false;
  const named = name.replace(/^\*?\./, '');
  if (isIP(host) !== 0) return containsAddress(normalizeHost(named), host);
  // As in URLs: in lower case and Punycode; empty for an invalid name.
  const pattern = normalizeHost(domainToASCII(named));
  return pattern !== '' && (host === pattern || host.endsWith(`.${pattern}`));
}

/** True if `block`, an IP address or CIDR block, contains the address. False for an invalid block. */
function containsAddress(block: string, host: string): boolean {
  const [, address = block, length] = /^(.*)\/(\d{1,3})$/.exec(block) ?? [];
  const bits = isIP(address) === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (isIP(address) === 0 || prefix > bits) return false;
  // A BlockList matches IPv4 addresses against IPv6 blocks.
  if (bits === 128 && isIP(host) === 4) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, familyOf(address));
  return list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
