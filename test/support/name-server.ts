import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterFile } from './after-file.ts';
import { temporaryDirectory } from './directories.ts';

export const RESOLVER_IS_FIXED = 'needs root on Linux with glibc, and the right to mount';

/** Only root can bind port 53 and replace /etc/resolv.conf for one process. */
export function canReplaceResolver(): boolean {
  return isGlibc() && process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
}

function isGlibc(): boolean {
  const report: unknown = process.report.getReport();
  return JSON.stringify(report).includes('"glibcVersionRuntime"');
}

export interface NameServer {
  /** Use it as `RunOptions.starter`; the program then knows only this name server. */
  readonly starter: ReadonlyArray<string>;
  /** The queried names, one per packet. */
  readonly asked: ReadonlyArray<string>;
}

export interface NameServerOptions {
  /** Names with their IPv4 addresses; queries for other names get no response. */
  readonly names?: Readonly<Record<string, string>>;
  readonly search?: string;
  /** Options of resolv.conf, such as `timeout:1`. */
  readonly resolverOptions?: string;
  readonly hosts?: string;
}

let started = 0;

export async function startNameServer(options: NameServerOptions = {}): Promise<NameServer> {
  const { names = {}, search, resolverOptions, hosts = '127.0.0.1 localhost' } = options;
  const asked: Array<string> = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readQuestionName(query);
    asked.push(name);
    const known = names[name];
    if (known !== undefined) socket.send(respond(query, end, known), port, address);
  });
  // Concurrent tests need different addresses, even in different processes.
  const address = `127.${53 + started++}.${(process.pid >> 8) & 0xff}.${process.pid & 0xff}`;
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, address, resolve);
  });
  afterFile(() => void socket.close());
  const searchLine = search === undefined ? '' : `search ${search}\n`;
  const optionsLine = resolverOptions === undefined ? '' : `options ${resolverOptions}\n`;
  const files = {
    'resolv.conf': `nameserver ${address}\n${searchLine}${optionsLine}`,
    'nsswitch.conf': 'hosts: files dns\n',
    hosts: `${hosts}\n`,
  };
  return { starter: ['unshare', '-m', 'sh', writeStarter(files)], asked };
}

function writeStarter(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  const mounts = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(directory, name), text);
    return `mount --bind ${join(directory, name)} /etc/${name} || exit 99`;
  });
  const script = join(directory, 'start.sh');
  writeFileSync(script, [...mounts, 'ulimit -c 0', 'exec "$@"', ''].join('\n'));
  return script;
}

function readQuestionName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: Array<string> = [];
  let at = 12;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), end: at + 5 };
}

/** Responds without an address unless the query is for IPv4. */
function respond(query: Buffer, end: number, ipv4: string): Buffer {
  const isIpv4 = query.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  [1, isIpv4 ? 1 : 0, 0, 0].forEach((count, index) => {
    head.writeUInt16BE(count, 4 + 2 * index);
  });
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ipv4.split('.').map(Number)];
  return Buffer.concat([head, Buffer.from(isIpv4 ? record : [])]);
}
