import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { once } from 'node:events';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { Pool } from 'undici';
import { afterEach, aroundEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DestinationForbidden,
  DestinationGuard,
  type GuardOptions,
  type ResolveAddresses,
} from '../../server/delivery/send/destination-connector.ts';
import { parseRanges } from '../../server/entities/destination-ranges.ts';
import { nameServerResolver } from '../../server/delivery/send/destination-resolver.ts';
import { certificate, certificateKey } from './destination-certificate.ts';
import { startNameServer, type Reply } from './name-server.ts';

const devPolicy = { devRanges: parseRanges(['127.0.0.0/8']) };
const publicPolicy = { devRanges: [] };

/** Counts the TCP connections that a test begins, and the lookups that it hands to the system. Other tests of the process have their own. */
let begun: string[] = [];
const isOfTest = new AsyncLocalStorage<boolean>();
const hook = createHook({
  init(_, type) {
    if (!isOfTest.getStore()) return;
    if (type === 'TCPCONNECTWRAP' || type === 'GETADDRINFOREQWRAP') begun.push(type);
  },
});

const closing: (() => Promise<unknown>)[] = [];

aroundEach((runTest) => isOfTest.run(true, runTest));
beforeEach(() => {
  begun = [];
  hook.enable();
});
afterEach(async () => {
  hook.disable();
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: NetServer, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

const answer: NonNullable<Parameters<typeof createServer>[1]> = (request, response) => {
  const { servername } = request.socket as TLSSocket;
  response.end(JSON.stringify({ host: request.headers.host, servername: servername ?? null, address: request.socket.localAddress }));
};
const plainReceiver = (): Server => createServer(answer);
const secureReceiver = (): NetServer => createSecureServer({ cert: certificate, key: certificateKey }, answer);

function resolver(...addresses: string[]) {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return addresses;
  };
  return { asked, resolve };
}

async function send(origin: string, options: GuardOptions): Promise<{ host: string; servername: string | false | null; address: string }> {
  const pool = new Pool(origin, {
    connect: new DestinationGuard({ refusalStepMs: 10, ...options }).connector,
    connections: 1,
    pipelining: 1,
  });
  closing.push(() => pool.destroy());
  const response = await pool.request({ path: '/', method: 'POST', body: '{}' });
  return (await response.body.json()) as { host: string; servername: string | false | null; address: string };
}

describe('a refused destination opens no socket', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['private', ['192.168.1.1']],
    ['metadata', ['169.254.169.254']],
    ['mapped', ['::ffff:8.8.8.8']],
    ['NAT64 of a private one', ['64:ff9b::a00:1']],
    ['unique local', ['fd00::1']],
    ['one private among public ones', ['93.184.215.14', '2606:4700::1111', '10.0.0.1']],
    ['a private one behind many public ones', [...Array.from({ length: 20 }, (_, index) => `93.184.215.${index}`), '127.0.0.1']],
    ['nothing that can be read', ['not-an-address']],
    ['a zone', ['fe80::1%lo']],
  ])('when the name resolves to %s', async (_, addresses) => {
    const { asked, resolve } = resolver(...addresses);
    await expect(send('https://hooks.example.com', { policy: publicPolicy, resolve })).rejects.toThrow(DestinationForbidden);
    expect(asked).toEqual(['hooks.example.com']);
    expect(begun).toEqual([]);
  });

  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://169.254.169.254',
    'https://localhost',
    'https://localhost.',
    'https://metadata.google.internal',
    'https://metadata.google.internal.',
    'https://intranet',
    'http://8.8.8.8',
  ])('nor asks a name server for %s', async (origin) => {
    const { asked, resolve } = resolver('93.184.215.14');
    await expect(send(origin, { policy: publicPolicy, resolve })).rejects.toThrow(DestinationForbidden);
    expect(asked).toEqual([]);
    expect(begun).toEqual([]);
  });

  it('when plain HTTP leads to a public address', async () => {
    const { resolve } = resolver('93.184.215.14');
    await expect(send('http://hooks.example.com', { policy: devPolicy, resolve })).rejects.toThrow(DestinationForbidden);
    expect(begun).toEqual([]);
  });

  it('when plain HTTP leads to a development range and somewhere else too', async () => {
    const { resolve } = resolver('127.0.0.1', '93.184.215.14');
    await expect(send('http://hooks.example.com', { policy: devPolicy, resolve })).rejects.toThrow(DestinationForbidden);
    expect(begun).toEqual([]);
  });

  it('and reveals neither name nor address', async () => {
    const { resolve } = resolver('10.1.2.3');
    const error = await send('https://hooks.example.com', { policy: publicPolicy, resolve }).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'DESTINATION_FORBIDDEN', message: 'destination forbidden' });
  });
});

describe('an accepted destination', () => {
  it('is connected to at the checked address, with one resolution and none by the system', async () => {
    const port = await listen(plainReceiver());
    const { asked, resolve } = resolver('127.0.0.1');
    const received = await send(`http://hooks.example.com:${port}`, { policy: devPolicy, resolve });
    expect(received).toEqual({ host: `hooks.example.com:${port}`, servername: null, address: '127.0.0.1' });
    expect(asked).toEqual(['hooks.example.com']);
    expect(begun).toEqual(['TCPCONNECTWRAP']);
  });

  it('is not looked up again on the connection, and checked again on the next one', async () => {
    const port = await listen(plainReceiver());
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const guard = new DestinationGuard({ policy: devPolicy, refusalStepMs: 10, resolve: async () => answers.shift() ?? [] });
    const request = async (pool: Pool) => (await pool.request({ path: '/', method: 'GET' })).body.dump();
    const connect = () => {
      const pool = new Pool(`http://hooks.example.com:${port}`, { connect: guard.connector, connections: 1 });
      closing.push(() => pool.destroy());
      return pool;
    };
    const first = connect();
    await request(first);
    await request(first);
    await expect(request(connect())).rejects.toThrow(DestinationForbidden);
    expect(answers).toEqual([]);
  });

  it('may be an address, which is never resolved', async () => {
    const port = await listen(plainReceiver());
    const { asked, resolve } = resolver();
    await send(`http://127.0.0.1:${port}`, { policy: devPolicy, resolve });
    expect(asked).toEqual([]);
  });

  it('is tried address by address until one answers', async () => {
    const port = await listen(plainReceiver(), '127.0.0.3');
    const { resolve } = resolver('127.0.0.1', '127.0.0.2', '127.0.0.3');
    const received = await send(`http://hooks.example.com:${port}`, { policy: devPolicy, resolve });
    expect(received.address).toBe('127.0.0.3');
    expect(begun).toHaveLength(3);
  });

  it('is knocked at with at most eight addresses', async () => {
    const server = plainReceiver();
    const port = await listen(server);
    const { resolve } = resolver(...Array.from({ length: 50 }, (_, index) => `127.0.1.${index}`));
    await expect(send(`http://hooks.example.com:${port}`, { policy: devPolicy, resolve })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(begun).toHaveLength(8);
  });

  it('is requested by its name in TLS and must prove it', async () => {
    const port = await listen(secureReceiver());
    const { resolve } = resolver('127.0.0.1');
    const options = { policy: devPolicy, resolve, ca: certificate };
    const received = await send(`https://hooks.example.com:${port}`, options);
    expect(received).toEqual({ host: `hooks.example.com:${port}`, servername: 'hooks.example.com', address: '127.0.0.1' });
    await expect(send(`https://other.example.com:${port}`, options)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('is requested without the trailing dot of its name', async () => {
    const port = await listen(secureReceiver());
    const { asked, resolve } = resolver('127.0.0.1');
    const received = await send(`https://hooks.example.com.:${port}`, { policy: devPolicy, resolve, ca: certificate });
    expect(received.servername).toBe('hooks.example.com');
    expect(asked).toEqual(['hooks.example.com']);
  });

  it('must prove its address when the URL has one', async () => {
    const port = await listen(secureReceiver());
    const { resolve } = resolver();
    const options = { policy: devPolicy, resolve, ca: certificate };
    expect(await send(`https://127.0.0.1:${port}`, options)).toMatchObject({ servername: false });
    await expect(send(`https://127.0.0.2:${port}`, options)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is refused a TLS connection when its certificate is not trusted', async () => {
    const port = await listen(secureReceiver());
    const { resolve } = resolver('127.0.0.1');
    await expect(send(`https://hooks.example.com:${port}`, { policy: devPolicy, resolve })).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });
});

describe('a name that cannot be resolved', () => {
  it('fails as a forbidden one does, and keeps the error of the name server for us', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const error = await send('https://hooks.example.com', { policy: publicPolicy, resolve }).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(DestinationForbidden);
    expect(error).toMatchObject({ message: 'destination forbidden', cause: { code: 'ENOTFOUND' } });
    expect(begun).toEqual([]);
  });

  it('fails when the response is empty', async () => {
    await expect(send('https://hooks.example.com', { policy: publicPolicy, resolve: async () => [] })).rejects.toThrow(
      DestinationForbidden,
    );
    expect(begun).toEqual([]);
  });

  it.each([
    ['at once', 0, 200],
    ['slowly', 210, 400],
  ])('fails no sooner than the next step of time, as a forbidden one does, when it is answered %s', async (_, answerAfterMs, leastMs) => {
    const answers = { nothing: async () => Promise.reject(new Error('no such name')), ours: async () => ['10.0.0.1'] };
    for (const answer of Object.values(answers)) {
      const startedAt = performance.now();
      const resolve = () => sleep(answerAfterMs).then(answer);
      await expect(send('https://hooks.example.com', { policy: publicPolicy, resolve, refusalStepMs: 200 })).rejects.toThrow(
        DestinationForbidden,
      );
      expect(performance.now() - startedAt).toBeGreaterThan(leastMs - 5);
    }
  });

  it('fails after the same time as one that leads to private addresses, however and however fast name servers answer', async () => {
    const reply = async (a: Reply, aaaa: Reply) => {
      const server = await startNameServer({ A: a, AAAA: aaaa });
      closing.push(() => server.close());
      return nameServerResolver({ servers: [server.server], timeoutMs: 700 });
    };
    const ours = [[10, 1, 2, 3]];
    const resolvers: ResolveAddresses[] = [
      await reply('NXDOMAIN', 'NXDOMAIN'),
      await reply(ours, 'NXDOMAIN'),
      await reply('SERVFAIL', 'SERVFAIL'),
      await reply('silence', 'silence'),
      await reply(ours, 'silence'),
      await reply([[93, 184, 215, 14], ...ours], []),
      () => sleep(300).then(() => ['10.1.2.3']),
      () => sleep(600).then(() => Promise.reject(new Error('no such name'))),
    ];
    const refusalStepMs = 1_000;
    const timesMs = await Promise.all(
      resolvers.map(async (resolve) => {
        const { connector } = new DestinationGuard({ policy: publicPolicy, resolve, refusalStepMs });
        const startedAt = performance.now();
        const error = await new Promise((end) => {
          connector({ hostname: 'hooks.example.com', protocol: 'https:', port: '443' }, (...[reason]) => end(reason));
        });
        expect(error).toBeInstanceOf(DestinationForbidden);
        return performance.now() - startedAt;
      }),
    );
    expect(Math.min(...timesMs)).toBeGreaterThan(refusalStepMs - 10);
    expect(Math.max(...timesMs)).toBeLessThan(2 * refusalStepMs);
    expect(begun).toEqual([]);
  });

  it('fails after the time for connecting', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    await expect(send('https://hooks.example.com', { policy: publicPolicy, resolve, connectTimeoutMs: 100 })).rejects.toMatchObject({
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
    expect(begun).toEqual([]);
  });
});
