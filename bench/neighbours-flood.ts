import { connect, type Socket } from 'node:net';
import { Pool } from 'undici';
import { newApiKey } from '../server/access/keys/api-keys.ts';
import { dayMs, orderOf, recordsPath, type AgencyData } from './agency.ts';

/**
 * The message of the parent process: a flood, which lasts until this process is ended. The response reports that the flood is at full rate.
 */
export interface Flood {
  readonly kind: FloodKind;
  readonly url: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  readonly agencyId: string;
  readonly keys: readonly string[];
  readonly data: AgencyData;
}

export const floodKinds = ['reads', 'analytics', 'publishing', 'slow-readers', 'anonymous', 'unknown-keys'] as const;
export type FloodKind = (typeof floodKinds)[number];

interface FloodRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Each of the callers sends its next request as soon as it has a response. */
function sendForever(url: string, callers: number, next: (number: number) => FloodRequest): void {
  const pool = new Pool(url, { connections: callers, pipelining: 1, headersTimeout: 60_000 });
  let count = 0;
  const send = async (): Promise<void> => {
    for (;;) {
      const response = await pool.request(next(count++)).catch(() => undefined);
      await response?.body.dump();
    }
  };
  for (let caller = 0; caller < callers; caller++) void send();
}

function open(url: string, text: string, onOpen: (socket: Socket) => void): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(text);
      onOpen(socket);
      resolve();
    });
    socket.on('error', () => resolve());
  });
}

const requestText = (path: string, headers: Record<string, string>) =>
  [`GET ${path} HTTP/1.1`, 'host: bench', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

async function begin(flood: Flood): Promise<void> {
  const { kind, url, operatorUrl, operatorToken, agencyId, keys, data } = flood;
  const of = (number: number) => ({ 'service-version': 'Amethyste', authorization: `Bearer ${keys[number % keys.length]}` });
  const account = (number: number) => `account-${number % data.creators}`;
  const day = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  switch (kind) {
    case 'reads':
      return sendForever(url, 550, (number) => ({
        method: 'GET',
        path: number % 4 === 0 ? `/v1/accounts/${account(number)}/fans?limit=200&min_spend_cents=600` : '/v1/orders?limit=200',
        headers: of(number),
      }));
    case 'analytics':
      return sendForever(url, 200, (number) => ({
        method: 'GET',
        path: `/v1/analytics/${number % 2 ? 'revenue' : 'creators'}?start=${day(number % 2 ? 360 : 80)}&end=${day(0)}&timezone=Asia/Kathmandu`,
        headers: of(number),
      }));
    case 'publishing':
      return sendForever(operatorUrl, 32, (number) => ({
        method: 'POST',
        path: recordsPath(agencyId),
        headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records: [orderOf(number, data)] }),
      }));
    case 'slow-readers': {
      const sockets = Array.from({ length: 500 }, (_, number) =>
        open(url, requestText('/v1/orders?limit=200', of(number)).repeat(8), (socket) => socket.pause()),
      );
      await Promise.all(sockets);
      return;
    }
    case 'unknown-keys':
      // Valid checksums, so that each key is looked up.
      return sendForever(url, 64, () => ({
        method: 'GET',
        path: '/v1/orders',
        headers: { 'service-version': 'Amethyste', authorization: `Bearer ${newApiKey()}` },
      }));
    case 'anonymous': {
      // Each of the ten waves has its own path, which every connection requests repeatedly.
      const paths = ['/v1/orders', '/v1/_health', '/status', '/v1/me', '/docs', '/changelog', '/openapi.json', '/nothing', '/v1/fans', '/'];
      for (const path of paths) {
        const text = requestText(path, { 'service-version': 'Amethyste' });
        const wave = Array.from({ length: 1_000 }, () =>
          open(url, text, (socket) => socket.on('data', (chunk) => chunk.includes('HTTP/1.1') && socket.write(text))),
        );
        await Promise.all(wave);
      }
    }
  }
}

process.on('message', (flood: Flood) => void begin(flood).then(() => process.send!('begun')));
process.on('disconnect', () => process.exit());
