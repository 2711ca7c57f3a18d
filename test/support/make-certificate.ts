import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A certificate with its key, as Node's TLS server takes them. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

interface Settings {
  readonly host: string;
  readonly days?: readonly [from: number, to: number];
  readonly keyType?: 'ec' | 'rsa-1024' | 'rsa-2048';
  readonly hash?: 'sha1' | 'sha256';
  /** Itself where it is missing. */
  readonly issuer?: Authority;
}

/** An authority that issues certificates. */
export interface Authority extends MadeCertificate {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const text = (value: string) => der(0x0c, Buffer.from(value));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  );

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => (value < 128 ? [value] : [...base128(value >> 7).map((byte) => byte | 0x80), value & 0x7f]);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

const commonName = (name: string) => sequence(der(0x31, sequence(oid('2.5.4.3'), text(name))));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));

function algorithm(key: KeyObject, hash: 'sha1' | 'sha256'): Buffer {
  if (key.asymmetricKeyType === 'ec') return sequence(oid('1.2.840.10045.4.3.2'));
  return sequence(oid(`1.2.840.113549.1.1.${hash === 'sha1' ? 5 : 11}`), der(0x05));
}

function keyPair(type: NonNullable<Settings['keyType']>) {
  if (type === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return generateKeyPairSync('rsa', { modulusLength: Number(type.slice(4)) });
}

/** Makes a certificate for a host, signed by itself or by an authority. */
export function makeCertificate({ host, days = [-2, 20], keyType = 'ec', hash = 'sha256', issuer }: Settings): Authority {
  const { publicKey, privateKey } = keyPair(keyType);
  const signer = issuer?.privateKey ?? privateKey;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const [from, to] = days.map((day) => time(new Date(Date.now() + day * dayMs)));
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8);
  // A positive integer; DER forbids a leading byte that is zero.
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const names = extension('2.5.29.17', sequence(der(0x82, Buffer.from(host))));
  const authority = extension('2.5.29.19', sequence(der(0x01, Buffer.from([0xff]))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm(signer, hash),
    commonName(issuer?.name ?? host),
    sequence(from!, to!),
    commonName(host),
    spki,
    der(0xa3, sequence(names, authority)),
  );
  const whole = sequence(content, algorithm(signer, hash), bits(sign(hash, content, signer)));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    name: host,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
