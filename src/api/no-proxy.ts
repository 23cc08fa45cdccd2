import { BlockList, isIP } from 'node:net';

/**
 * Whether a list in the form of NO_PROXY names the host of `url`: names with all below them (`example.com`, `.example.com`,
 * `*.example.com`), addresses, blocks of addresses (`10.0.0.0/8`), each with or without a port, or `*`.
 */
export function isExempt(url: URL, noProxy: string): boolean {
  const host = plainHost(url.hostname);
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(entry, host, port));
}

/** Without the brackets of an IPv6 address and without the dot that ends a full name. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  // An IPv6 address without brackets has several colons and no port.
  const [, name = entry, entryPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (entryPort !== port) return false;
  const pattern = plainHost(name.replace(/^\*?\./, ''));
  if (isIP(host) !== 0) return containsAddress(pattern, host);
  return pattern !== '' && (host === pattern || host.endsWith(`.${pattern}`));
}

/** `block` is an address or a network with the length of its prefix; anything else contains nothing. */
function containsAddress(block: string, host: string): boolean {
  const [, address = block, length] = /^(.*)\/(\d{1,3})$/.exec(block) ?? [];
  const bits = isIP(address) === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (isIP(address) === 0 || prefix > bits) return false;
  // A BlockList takes IPv4 for a part of IPv6.
  if (bits === 128 && isIP(host) === 4) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, familyOf(address));
  return list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
