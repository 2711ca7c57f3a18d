import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { StreamAnswer, type StreamReader } from '../../generated/interfaces/text-answer.ts';
import type { StreamHolder } from '../../server/access/stream-holders.ts';
import { Streams, type StreamsOptions } from '../../server/http/connection/streams.ts';

const log = { warn: () => undefined };
const everybody = <Holder>(holders: readonly Holder[]) => Promise.resolve(new Set(holders));

const head = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

describe('streams', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A server of one stream, and its source of events. */
  async function serve(options: Partial<StreamsOptions>, exchange: object = {}) {
    const streams = new Streams({ validHolders: everybody, log, ...options });
    const readers: StreamReader[] = [];
    const lengths: number[] = [];
    let stopped = 0;
    const app = express();
    app.get('/', (request, response) => {
      const answer = new StreamAnswer((reader) => {
        readers.push({
          ...reader,
          send: (event, data) => {
            reader.send(event, data);
            lengths.push(response.writableLength);
          },
        });
        return () => void stopped++;
      });
      Object.assign(response.locals, exchange);
      streams.send(answer, request, response);
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(head);
    return { streams, readers, lengths, socket, port, stopped: () => stopped };
  }

  const opened = async (readers: readonly unknown[]) => {
    while (readers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('ends a stream that is not read, and limits its buffer', async () => {
    const maxUnreadBytes = 100_000;
    const { streams, readers, lengths, socket, stopped } = await serve({ maxUnreadBytes });
    socket.pause();
    await opened(readers);
    const text = 'x'.repeat(20_000);
    for (let count = 0; stopped() === 0; count++) {
      readers[0]!.send('deliveries', text);
      if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(maxUnreadBytes + 1_000);
    expect(streams.count).toBe(0);
    socket.destroy();
  });

  it('ends one of which nothing was read from one heartbeat to the next', async () => {
    const { streams, readers, socket, stopped } = await serve({ heartbeatMs: 20, maxUnreadBytes: 1e9 });
    socket.pause();
    await opened(readers);
    // More than what the system holds for a connection.
    readers[0]!.send('deliveries', 'x'.repeat(32_000_000));
    while (stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(streams.count).toBe(0);
    socket.destroy();
  });

  it('ends each with its connection when the service stops, and those that are opened later at once', async () => {
    const { streams, readers, socket, port, stopped } = await serve({});
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await opened(readers);
    const closed = once(socket, 'close');
    streams.end();
    await closed;
    expect(text).toMatch(/\r\n0\r\n\r\n$/);
    expect([streams.count, stopped()]).toEqual([0, 1]);
    const late = await fetch(`http://127.0.0.1:${port}/`);
    expect([late.status, late.headers.get('connection'), await late.text()]).toEqual([200, 'close', '']);
    expect([streams.count, readers.length]).toEqual([0, 1]);
  });

  it('ends one whose session is over, and not while that cannot be checked', async () => {
    const sessionHash = Buffer.from('session');
    const answers = [() => Promise.resolve(true), () => Promise.reject(new Error('away')), () => Promise.resolve(true)];
    let asked = 0;
    const valid = async <Holder extends StreamHolder>(holders: readonly Holder[]) => {
      expect(holders.map((holder) => holder.sessionHash)).toEqual([sessionHash]);
      return (await (answers[asked++]?.() ?? Promise.resolve(false))) ? new Set(holders) : new Set<Holder>();
    };
    const { streams, stopped } = await serve({ checkMs: 5, validHolders: valid }, { sessionHash });
    while (stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect([asked, streams.count]).toEqual([answers.length + 1, 0]);
  });

  /** Opens streams of one holder after the other, and counts those that got a place. */
  async function places(options: Partial<StreamsOptions>) {
    const exchange: object = {};
    const served = await serve({ maxPerHolder: 1_000, ...options }, exchange);
    await opened(served.readers);
    served.socket.destroy();
    while (served.streams.count > 0 || served.stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    let key = 0;
    // A response that is not referred to any more would be closed.
    const answers: globalThis.Response[] = [];
    const open = async (holder: object, wanted = 1) => {
      let opened = 0;
      for (let count = 0; count < wanted; count++) {
        for (const name of Object.keys(exchange)) delete (exchange as Record<string, unknown>)[name];
        Object.assign(exchange, holder);
        const answer = await fetch(`http://127.0.0.1:${served.port}/`);
        answers.push(answer);
        if (answer.status === 200) opened++;
      }
      return opened;
    };
    return {
      ...served,
      agency: (agencyId: string, wanted?: number) => open({ admission: { keyId: `key ${key++}`, agencyId } }, wanted),
      operator: (id: string | null, wanted?: number) => open({ operator: { id } }, wanted),
    };
  }

  it('leaves places for other agencies and for operators, however many agencies take as many as they can', async () => {
    const { agency, operator } = await places({ maxStreams: 24, maxPerAgency: 6, maxForOperators: 3 });
    expect(await agency('a', 30)).toBe(6);
    const counts = [await agency('b', 30), await agency('c', 30), await agency('d', 30)];
    expect(counts).toEqual([4, 3, 3]);
    expect(await agency('e', 30)).toBeGreaterThan(0);
    expect([await operator('one', 2), await operator(null, 2)]).toEqual([2, 1]);
  });

  it('replaces the latest stream of the agency with the most for an agency without one', async () => {
    const { agency, streams, stopped } = await places({ maxStreams: 9, maxPerAgency: 2 });
    const before = stopped();
    expect(await agency('a', 2)).toBe(2);
    for (const name of 'bcdefgh') expect(await agency(name)).toBe(1);
    expect([streams.count, stopped()]).toEqual([9, before]);
    expect(await agency('i')).toBe(1);
    while (stopped() === before) await new Promise((resolve) => setTimeout(resolve, 5));
    // Each has one now.
    expect([await agency('j'), await agency('a'), streams.count, stopped()]).toEqual([0, 0, 9, before + 1]);
  });

  it('sends heartbeats without events, and sends events at once', async () => {
    const { readers, socket } = await serve({ heartbeatMs: 20 });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    await opened(readers);
    readers[0]!.send('endpoints', '{"a":1}');
    while (!text.includes('event: endpoints\ndata: {"a":1}\n\n') || !text.includes(':\n\n'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(text).toContain('HTTP/1.1 200 OK');
    socket.destroy();
  });

  it('has room for so many of all, and ends all of them', async () => {
    const { streams, readers, port, socket, stopped } = await serve({ maxStreams: 1 }, { admission: { keyId: 'one', agencyId: 'a' } });
    await opened(readers);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).not.toBe(200);
    streams.end();
    while (stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(streams.count).toBe(0);
    socket.destroy();
  });
});
