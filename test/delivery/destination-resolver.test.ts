import { afterEach, describe, expect, it } from 'vitest';
import { nameServerResolver } from '../../server/delivery/send/destination-resolver.ts';
import { startNameServer, type Family, type NameServer, type Reply } from './name-server.ts';

let open: NameServer[] = [];
afterEach(async () => {
  for (const server of open) await server.close();
  open = [];
});

async function nameServer(replies: Readonly<Record<Family, Reply>>): Promise<NameServer> {
  const server = await startNameServer(replies);
  open.push(server);
  return server;
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
    expect(performance.now() - startedAt).toBeLessThan(2_900);
  });

  it.each<[Reply, Reply, string]>([
    ['NXDOMAIN', 'NXDOMAIN', 'ENOTFOUND'],
    [[], [], 'ENOTFOUND'],
    ['SERVFAIL', 'SERVFAIL', 'ESERVFAIL'],
    [[], 'SERVFAIL', 'ESERVFAIL'],
    ['silence', 'silence', 'ETIMEOUT'],
  ])('rejects %j and %j with %s', async (a, aaaa, code) => {
    const { server } = await nameServer({ A: a, AAAA: aaaa });
    await expect(nameServerResolver({ servers: [server], timeoutMs: 200 })('hooks.example.com')).rejects.toMatchObject({ code });
  });

  it('rejects when no name server answers at its address', async () => {
    const { server } = await nameServer({ A: [], AAAA: [] });
    await open.pop()!.close();
    await expect(nameServerResolver({ servers: [server], timeoutMs: 1_000 })('hooks.example.com')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNREFUSED|ETIMEOUT)$/),
    });
  });
});
