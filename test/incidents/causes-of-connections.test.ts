import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { presentOneEndpoint, type EndpointRow } from '../../server/entities/endpoint.ts';
import { startRig, type Rig } from '../delivery/rig.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const host = 'hooks.example.com';
const authority = makeCertificate({ host: 'Authority' });
const valid = makeCertificate({ host, issuer: authority });

let rig: Rig;
/** The addresses of the name of the receiver. */
let addresses: string[];

beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  await rig.reset();
  addresses = ['127.0.0.1'];
  rig.deliver({ gatherMs: 5, retrySchedule: [], ca: authority.cert, resolve: () => Promise.resolve(addresses) });
});
afterAll(() => rig.close());

/** Waits until so many attempts are recorded. */
async function attempt(count: number) {
  await rig.publish();
  await rig.until('SELECT FROM delivery_minutes GROUP BY endpoint_id HAVING sum(delivered_count + failed_count) >= $1', [count]);
}

/** The likely causes, as soon as so many changes of receivers are recorded. */
async function causesOf(id: string, changes = 0) {
  await rig.until('SELECT FROM receiver_changes HAVING count(*) >= $1', [changes]);
  const [row] = await rig.rows<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = $1', [id]);
  const data = { isScoped: false, query: rig.database.query.bind(rig.database) };
  const { incident } = await presentOneEndpoint(data, row!, () => Promise.resolve({ count: 0, hasMore: false }));
  return incident!.causes;
}

describe('certificate_expired', () => {
  let server: Server;
  let id: string;
  beforeEach(async () => {
    server = createServer(valid, (_request, response) => response.writeHead(200, { connection: 'close' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    id = await rig.addEndpoint({ url: `https://${host}:${(server.address() as AddressInfo).port}/` });
    await attempt(1);
  });
  afterEach(() => void server.close());

  it('is named if the certificate of the receiver has expired', async () => {
    server.setSecureContext(makeCertificate({ host, issuer: authority, days: [-9, -1] }));
    await attempt(2);
    expect(await causesOf(id)).toEqual([
      {
        kind: 'certificate_expired',
        at: expect.any(String),
        by: null,
        event_type: null,
        summary: 'The certificate of the receiver has expired: the receiver needs a new one.',
      },
    ]);
  });

  it('is not named for another failure of TLS', async () => {
    server.setSecureContext(makeCertificate({ host: 'other.example.com', issuer: authority }));
    await attempt(2);
    expect(await causesOf(id)).toEqual([]);
  });
});

describe('the expiry of the certificate of a receiver', () => {
  const day = 86_400_000;
  let server: Server;
  let id: string;
  beforeEach(async () => {
    const soon = makeCertificate({ host, issuer: authority, days: [-9, 3] });
    server = createServer(soon, (_request, response) => response.writeHead(200, { connection: 'close' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    id = await rig.addEndpoint({ url: `https://${host}:${(server.address() as AddressInfo).port}/` });
    await attempt(1);
  });
  afterEach(() => void server.close());

  /** The endpoint as soon as it has another expiry than a former one. */
  async function shown(former: string | null) {
    await rig.until('SELECT FROM webhook_endpoints WHERE id = $1 AND certificate_expires_at IS DISTINCT FROM $2::timestamptz', [
      id,
      former,
    ]);
    const [row] = await rig.rows<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = $1', [id]);
    const data = { isScoped: false, query: rig.database.query.bind(rig.database) };
    return presentOneEndpoint(data, row!, () => Promise.resolve({ count: 0, hasMore: false }));
  }

  it('is a warning in the reason of its health when it is near, until the certificate is renewed', async () => {
    const near = await shown(null);
    expect(near.health.state).toBe('works');
    const { certificate_expires_at: end } = near;
    expect(Math.abs(Date.parse(end!) - Date.now() - 3 * day)).toBeLessThan(day);
    const at = end!.slice(0, 16).replace('T', ' ');
    expect(near.health.reason).toBe(`Acknowledges deliveries; the certificate of the receiver expires at ${at} UTC`);
    server.setSecureContext(makeCertificate({ host, issuer: authority, days: [0, 90] }));
    await attempt(2);
    const renewed = await shown(end);
    expect(Date.parse(renewed.certificate_expires_at!)).toBeGreaterThan(Date.now() + 80 * day);
    expect(renewed.health.reason).toBe('Acknowledges deliveries');
  });
});

describe('address_changed', () => {
  let id: string;
  let receiver: Receiver;
  const answer = (status: number) =>
    void (receiver.answer = (_request, response) => response.writeHead(status, { connection: 'close' }).end());
  beforeEach(async () => {
    receiver = await startReceiver();
    id = await rig.addEndpoint({ url: receiver.url.replace('127.0.0.1', host) });
    answer(200);
    await attempt(1);
  });
  afterEach(() => receiver.close());

  it('is named if the name has other addresses, without these', async () => {
    addresses = ['127.0.0.2'];
    await attempt(2);
    expect(await causesOf(id, 1)).toEqual([
      {
        kind: 'address_changed',
        at: expect.any(String),
        by: null,
        event_type: null,
        summary: 'The host of the URL has had other addresses since the last accepted attempt: its DNS records were probably changed.',
      },
    ]);
  });

  it('is not named if the name got another address besides the former one, or has no public one any more', async () => {
    addresses = ['127.0.0.1', '127.0.0.2'];
    answer(500);
    await attempt(2);
    expect(await causesOf(id)).toEqual([]);
    answer(200);
    await attempt(3);
    addresses = ['10.0.0.7'];
    await attempt(4);
    expect(await causesOf(id)).toEqual([]);
  });
});
