import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from '../server/database/embedded/remove-postgres.ts';

/**
 * Records per second over HTTP: batches of 1,000, half orders and half sends, into a service of its own with one
 * endpoint subscribed to new orders, which is delivered to meanwhile. `npm run bench:records [batches]`.
 */
const batchSize = 1_000;
const batchCount = Number(process.argv[2] ?? 40);
const creatorCount = 5;
const fanCount = 2_000;
const yearMs = 365 * 86_400_000;

const home = await mkdtemp(join(tmpdir(), 'agency-service-bench-'));
// Where root runs this, the database server runs as another user.
await chmod(home, 0o755);
const token = randomBytes(24).toString('base64url');
let received = 0;
const receiver = createServer((request, response) => {
  received += 1;
  request.resume().on('end', () => response.writeHead(204).end());
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');

const environment = {
  DATA_DIR: home,
  DEMO: '0',
  PORT: '0',
  OPERATOR_PORT: '0',
  OPERATOR_TOKEN: token,
  DEV_DESTINATIONS: '127.0.0.0/8',
  LOG_LEVEL: 'warn',
};
const server = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, ...environment },
  stdio: ['ignore', 'pipe', 'inherit'],
});

async function operatorUrl(): Promise<string> {
  let notice = '';
  for await (const chunk of server.stdout) {
    notice += String(chunk);
    const url = /Operator +(http:\S+?),/.exec(notice)?.[1];
    if (url) return url;
  }
  throw new Error(`the service did not start: ${notice}`);
}

async function post(url: string, body: unknown): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const someone = (prefix: string, count: number) => `${prefix}${Math.floor(Math.random() * count)}`;
const sometime = () => new Date(Date.now() - Math.random() * yearMs).toISOString();

function orderRecord(): object {
  const [creator_id, fan_id] = [someone('creator-', creatorCount), someone('fan-', fanCount)];
  const of = { creator_id, fan_id, user_id: someone('employee-', 20), message_id: null };
  return { type: 'order', id: randomUUID(), order_type: 'tip', ...of, amount_cents: 500, created_at: sometime() };
}

function sendRecord(): object {
  const [creator_id, fan_id] = [someone('creator-', creatorCount), someone('fan-', fanCount)];
  const offer = { is_private_media: true, price_eur: 1500, sale_status: 'pending', media: [{ id: '660192837', type: 'photo' }] };
  const of = { creator_id, fan_id, fan_username: 'marble_fox', sent_by_user_id: someone('employee-', 20), message_id: randomUUID() };
  return { type: 'send', id: randomUUID(), sent_at: sometime(), source: 'messaging', ...of, ...offer };
}

const batch = () => ({ records: Array.from({ length: batchSize }, (_, index) => (index % 2 ? orderRecord() : sendRecord())) });

try {
  const operator = `${await operatorUrl()}/operator/v1/agencies`;
  const agency = await post(operator, { name: 'Bench' });
  const creators = Array.from({ length: creatorCount }, (_, index) => ({
    type: 'creator',
    id: `creator-${index}`,
    name: `Creator ${index}`,
    account: { external_id: `account-${index}`, username: null },
  }));
  await post(`${operator}/${agency.id}/records`, { records: creators });
  await post(`${operator}/${agency.id}/webhooks`, {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    enabled_event_types: ['order.created'],
    secret: `svc_whsec_${randomBytes(24).toString('base64')}`,
  });
  const ingest = (body: object) => post(`${operator}/${agency.id}/records`, body);
  for (let index = 0; index < 3; index += 1) await ingest(batch());
  for (const senders of [1, 2, 4]) {
    const batches = Array.from({ length: batchCount }, batch);
    const [startedAt, receivedBefore] = [performance.now(), received];
    await Promise.all(
      Array.from({ length: senders }, async () => {
        for (let body = batches.pop(); body; body = batches.pop()) await ingest(body);
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const perSecond = (count: number) => Math.round(count / seconds);
    console.log(
      `${senders} at once: ${perSecond(batchCount * batchSize)} records/s, ${perSecond(received - receivedBefore)} deliveries/s meanwhile`,
    );
  }
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  receiver.closeAllConnections();
  receiver.close();
  await removePostgres(home);
  await rm(home, { recursive: true, force: true });
}
