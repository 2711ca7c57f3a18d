import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type Family = 'A' | 'AAAA';

/** Addresses as bytes, a DNS response code, or silence. */
export type Reply = readonly number[][] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

const typeNumbers: Readonly<Record<Family, number>> = { A: 1, AAAA: 28 };
const codes = { NXDOMAIN: 3, SERVFAIL: 2 };

function respond(query: Buffer, type: Family, reply: Exclude<Reply, 'silence'>): Buffer {
  const addresses = typeof reply === 'string' ? [] : reply;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | (typeof reply === 'string' ? codes[reply] : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const records = addresses.map((bytes) => Buffer.from([0xc0, 12, 0, typeNumbers[type], 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]));
  return Buffer.concat([header, question, ...records]);
}

export interface NameServer {
  readonly asked: Family[];
  /** `address:port`. */
  readonly server: string;
  close(): Promise<void>;
}

/** A name server on the loopback address that answers every name alike. */
export async function startNameServer(replies: Readonly<Record<Family, Reply>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: Family[] = [];
  socket.on('message', (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1) === typeNumbers.A ? 'A' : 'AAAA';
    asked.push(type);
    const reply = replies[type];
    if (reply !== 'silence') socket.send(respond(query, type, reply), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server = `127.0.0.1:${socket.address().port}`;
  return { asked, server, close: () => new Promise((resolve) => void socket.close(() => resolve())) };
}
