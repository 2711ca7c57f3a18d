import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { StreamAnswer, type StreamReader } from '../../generated/interfaces/text-answer.ts';
import { Streams, type StreamsOptions } from '../../server/http/streams.ts';

const head = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

describe('streams', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A server of one stream, and what it is told by. */
  async function serve(options: StreamsOptions, exchange: object = {}) {
    const streams = new Streams(options);
    const readers: StreamReader[] = [];
    const lengths: number[] = [];
    let stopped = 0;
    const app = express();
    app.get('/', (request, response) => {
      const answer = new StreamAnswer((reader) => {
        readers.push({
          ...reader,
          tell: (event, data) => {
            reader.tell(event, data);
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

  it('ends one that is not read, and keeps no more for it than a bound', async () => {
    const mostUnreadBytes = 100_000;
    const { streams, readers, lengths, socket, stopped } = await serve({ mostUnreadBytes });
    socket.pause();
    await opened(readers);
    const text = 'x'.repeat(20_000);
    for (let count = 0; stopped() === 0; count++) {
      readers[0]!.tell('deliveries', text);
      if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(mostUnreadBytes + 1_000);
    expect(streams.count).toBe(0);
    socket.destroy();
  });

  it('ends one of which nothing was read from one heartbeat to the next', async () => {
    const { streams, readers, socket, stopped } = await serve({ heartbeatMs: 20, mostUnreadBytes: 1e9 });
    socket.pause();
    await opened(readers);
    // More than what the system holds for a connection.
    readers[0]!.tell('deliveries', 'x'.repeat(32_000_000));
    while (stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(streams.count).toBe(0);
    socket.destroy();
  });

  it('ends one by a session with the session, and not while that cannot be looked up', async () => {
    const answers = [() => Promise.resolve(true), () => Promise.reject(new Error('away')), () => Promise.resolve(true)];
    let asked = 0;
    const sessionHolds = () => answers[asked++]?.() ?? Promise.resolve(false);
    const { streams, stopped } = await serve({ heartbeatMs: 20 }, { sessionHolds });
    while (stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect([asked > answers.length, streams.count]).toEqual([true, 0]);
  });

  it('leaves room beside those of one agency, and beside those of one of its keys', async () => {
    const admission = { keyId: 'one', agencyId: 'a' };
    const { readers, port, socket } = await serve({ most: 8, mostOfHolder: 2, mostOfAgency: 2 }, { admission });
    await opened(readers);
    const further = async (keyId: string, agencyId: string) => {
      Object.assign(admission, { keyId, agencyId });
      return (await fetch(`http://127.0.0.1:${port}/`)).status;
    };
    expect(await further('two', 'a')).toBe(200);
    expect(await further('three', 'a')).not.toBe(200);
    expect([await further('four', 'b'), await further('four', 'b')]).toEqual([200, 200]);
    expect(await further('four', 'b')).not.toBe(200);
    socket.destroy();
  });

  it('says that it is there where there is nothing to tell, and tells at once', async () => {
    const { readers, socket } = await serve({ heartbeatMs: 20 });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    await opened(readers);
    readers[0]!.tell('endpoints', '{"a":1}');
    while (!text.includes('event: endpoints\ndata: {"a":1}\n\n') || !text.includes(':\n\n'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(text).toContain('HTTP/1.1 200 OK');
    socket.destroy();
  });

  it('has room for so many of all, and ends all of them', async () => {
    const { streams, readers, port, socket, stopped } = await serve({ most: 1 });
    await opened(readers);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).not.toBe(200);
    streams.end();
    while (stopped() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(streams.count).toBe(0);
    socket.destroy();
  });
});
