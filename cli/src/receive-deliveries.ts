import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@agency-service/sdk';

/** A received request, unchanged. */
export interface ReceivedDelivery {
  readonly received_at: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** True if the signature is valid, null without a secret. */
  readonly verified: boolean | null;
  /** The reason why the signature is invalid. */
  readonly reason: string | null;
  readonly event: WebhookEvent | null;
  /** The status of the response. */
  answered: number;
}

export interface ReceiverSettings {
  readonly host: string;
  readonly port: number;
  /** Secrets to verify with. If there are none, signatures are not verified. */
  readonly secrets: readonly string[];
  readonly formerBrand: string | undefined;
  /** Returns the status of the response to a delivery that is not refused. */
  readonly answer: (delivery: ReceivedDelivery) => Promise<number>;
  /** Called with every request after the response. */
  readonly onDelivery: (delivery: ReceivedDelivery) => void;
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

const largestBody = 4 * 1024 * 1024;

/** Receives deliveries on this machine. A delivery with an invalid signature gets 401 and is not forwarded. */
export async function startReceiver(settings: ReceiverSettings): Promise<Receiver> {
  const server = createServer((request, response) => {
    receive(request, response, settings).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1_000).unref();
      }),
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, settings: ReceiverSettings): Promise<void> {
  const body = await readBody(request);
  if (body === null) return void response.writeHead(413, { connection: 'close' }).end();
  const outcome = await verifyDelivery(body, request, settings);
  const delivery: ReceivedDelivery = {
    received_at: new Date().toISOString(),
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: body.toString('utf8'),
    ...outcome,
    answered: 401,
  };
  if (delivery.verified !== false) delivery.answered = await settings.answer(delivery);
  response.writeHead(delivery.answered, { 'content-type': 'text/plain' }).end();
  settings.onDelivery(delivery);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Keeps the request open after the loop, for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function verifyDelivery(
  body: Buffer,
  { headers }: IncomingMessage,
  { secrets, formerBrand }: ReceiverSettings,
): Promise<Pick<ReceivedDelivery, 'verified' | 'reason' | 'event'>> {
  if (secrets.length === 0) return { verified: null, reason: null, event: parseEvent(body) };
  try {
    return { verified: true, reason: null, event: await verifyWebhook(new Uint8Array(body), headers, secrets, { formerBrand }) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return { verified: false, reason: `${error.reason}: ${error.message}`, event: parseEvent(body) };
  }
}

function parseEvent(body: Buffer): WebhookEvent | null {
  try {
    const event = JSON.parse(body.toString('utf8')) as WebhookEvent | null;
    return typeof event?.type === 'string' && typeof event.id === 'string' ? event : null;
  } catch {
    return null;
  }
}
