import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { nameServerResolver } from '../../server/delivery/destination-resolver.ts';

type Family = 'A' | 'AAAA';

/** Addresses as bytes, a DNS response code, or silence. */
type Reply = readonly number[][] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

const typeNumbers: Readonly<Record<Family, number>> = { A: 1, AAAA: 28 };
const codes = { NXDOMAIN: 3, SERVFAIL: 2 };

let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.close();
  sockets = [];
});

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

/** A name server on the loopback address that answers every name alike. */
async function nameServer(replies: Readonly<Record<Family, Reply>>) {
  const socket = createSocket('udp4');
  sockets.push(socket);
  const asked: Family[] = [];
  socket.on('message', (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1) === typeNumbers.A ? 'A' : 'AAAA';
    asked.push(type);
    const reply = replies[type];
    if (reply !== 'silence') socket.send(respond(query, type, reply), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { asked, server: `127.0.0.1:${socket.address().port}` };
}

const ipv6 = [0x26, 0x06, 0x47, 0, ...Array<number>(11).fill(0), 1];

describe('the default resolver', () => {
  it('answers with the addresses of both families', async () => {
    const { asked, server } = await nameServer({
      A: [
        [93, 184, 215, 14],
        [10, 0, 0, 1],
      ],
      AAAA: [ipv6],
    });
    expect(await nameServerResolver({ servers: [server] })('hooks.example.com')).toEqual(['93.184.215.14', '10.0.0.1', '2606:4700::1']);
    expect(asked.sort()).toEqual(['A', 'AAAA']);
  });

  it.each<[Family, Reply]>([
    ['AAAA', []],
    ['AAAA', 'SERVFAIL'],
    ['A', []],
  ])('answers with one family when %s has %j', async (family, reply) => {
    const full = { A: [[93, 184, 215, 14]], AAAA: [ipv6] };
    const { server } = await nameServer({ ...full, [family]: reply });
    expect(await nameServerResolver({ servers: [server] })('hooks.example.com')).toHaveLength(1);
  });

  it('does not wait long for the second family', async () => {
    const { server } = await nameServer({ A: [[93, 184, 215, 14]], AAAA: 'silence' });
    const startedAt = performance.now();
    expect(await nameServerResolver({ servers: [server] })('hooks.example.com')).toEqual(['93.184.215.14']);
    expect(performance.now() - startedAt).toBeLessThan(1_200);
  });

  it.each<[Reply, Reply, string]>([
    ['NXDOMAIN', 'NXDOMAIN', 'ENOTFOUND'],
    [[], [], 'ENOTFOUND'],
    ['SERVFAIL', 'SERVFAIL', 'ESERVFAIL'],
    [[], 'SERVFAIL', 'ESERVFAIL'],
    ['silence', 'silence', 'ETIMEOUT'],
  ])('rejects %j and %j with %s', async (a, aaaa, code) => {
    const { server } = await nameServer({ A: a, AAAA: aaaa });
    await expect(nameServerResolver({ servers: [server], timeoutMs: 300 })('hooks.example.com')).rejects.toMatchObject({ code });
  });

  it('rejects when no name server answers at its address', async () => {
    const { server } = await nameServer({ A: [], AAAA: [] });
    await new Promise<void>((resolve) => sockets.pop()!.close(resolve));
    await expect(nameServerResolver({ servers: [server], timeoutMs: 1_000 })('hooks.example.com')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNREFUSED|ETIMEOUT)$/),
    });
  });
});
