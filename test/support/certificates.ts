import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from './directories.ts';

export interface Certificate {
  readonly name: string;
  /** `cert` and `key` are PEM. */
  readonly cert: string;
  readonly key: string;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  /** The host, or the name of the authority. */
  readonly name: string;
  readonly isAuthority?: boolean;
  readonly authority?: Certificate;
  readonly from?: Date;
  readonly until?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates an X.509 certificate (RFC 5280, ECDSA on P-256) without a tool or library. */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { name, authority } = options;
  const { from = new Date(Date.now() - DAY_MS), until = new Date(Date.now() + DAY_MS) } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const unsigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1]), randomBytes(15)),
    ECDSA_WITH_SHA256,
    nameOf(authority?.name ?? name),
    sequence(utcTime(from), utcTime(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(options.isAuthority === true ? IS_AUTHORITY : subjectAltName(name))),
  );
  const signature = sign('sha256', unsigned, authority?.privateKey ?? privateKey);
  const whole = sequence(unsigned, ECDSA_WITH_SHA256, tagged(0x03, Buffer.from([0]), signature));
  const base64 = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    privateKey,
  };
}

export function trustOf({ cert }: Certificate): { readonly NODE_EXTRA_CA_CERTS: string } {
  const file = join(temporaryDirectory(), 'authority.pem');
  writeFileSync(file, cert);
  return { NODE_EXTRA_CA_CERTS: file };
}

function tagged(tag: number, ...parts: ReadonlyArray<Buffer>): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: ReadonlyArray<Buffer>): Buffer {
  return tagged(0x30, ...parts);
}

function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(identifier('550403'), tagged(0x0c, Buffer.from(commonName)))));
}

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

function subjectAltName(host: string): Buffer {
  const name = isIPv4(host)
    ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
    : tagged(0x82, Buffer.from(host));
  return sequence(identifier('551d11'), tagged(0x04, sequence(name)));
}

const TRUE = tagged(0x01, Buffer.from([0xff]));
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
const IS_AUTHORITY = sequence(identifier('551d13'), TRUE, tagged(0x04, sequence(TRUE)));
