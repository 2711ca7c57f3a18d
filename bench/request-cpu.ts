import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { scopes } from '../generated/operations.ts';
import { hashApiKey, mintApiKey } from '../server/access/keys/api-keys.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { hundredth, keyCount, loadAgency, tidy } from './reads-data.ts';
import { startService, thisCheckout, type RunningService } from './service.ts';

/** CPU of the service and of the database for each class of requests, of this checkout and of another one in turn. */
const [baseCheckout] = process.argv.slice(2);
const rounds = Number(process.env['ROUNDS'] ?? 15);
const requests = Number(process.env['REQUESTS'] ?? 160);
const inFlight = 4;

const encryptionKey = randomBytes(32);
const operatorToken = randomBytes(24).toString('base64url');
const keys = Array.from({ length: keyCount }, mintApiKey);
/** Keys without scopes: their requests are refused after the statement that looks the key up. */
const keysWithoutScopes = keys.splice(-1_000);
const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
let sentCount = 0;

interface Variant {
  readonly name: string;
  readonly service: RunningService;
  readonly client: pg.Client;
  readonly orderId: string;
  readonly fanPath: string;
  readonly endpointId: string;
}

/** Time on a processor of a process, in microseconds. */
function cpuMicrosOf(pid: number): number {
  let sum = 0;
  try {
    for (const task of readdirSync(`/proc/${pid}/task`))
      sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  } catch {
    // It has ended meanwhile: the round is not among the cheapest.
    return Number.POSITIVE_INFINITY;
  }
  return sum;
}

async function open(name: string, checkout: string, postgresUrl: string): Promise<Variant> {
  const database = Object.assign(new URL(postgresUrl), { pathname: `/${name}` });
  const administrator = new pg.Client({ connectionString: postgresUrl });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${name}`);
  await administrator.end();
  const prepared = await startService({ databaseUrl: database.href, encryptionKey, operatorToken, checkout, env: { ROLE: 'api' } });
  await prepared.stop();
  await loadAgency(database.href, hundredth, [...keys, ...keysWithoutScopes].map(hashApiKey));
  await tidy(database.href);
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  await client.query(`UPDATE api_keys SET scopes = CASE WHEN key_hash = ANY($2) THEN '{}' ELSE $1::text[] END`, [
    scopes,
    keysWithoutScopes.map(hashApiKey),
  ]);
  await client.query('INSERT INTO agency_quotas (agency_id) SELECT id FROM agencies ON CONFLICT DO NOTHING');
  const { rows } = await client.query<{ id: string }>('SELECT id FROM orders ORDER BY id LIMIT 1 OFFSET 500');
  const service = await startService({ databaseUrl: database.href, encryptionKey, operatorToken, checkout, env: { ROLE: 'api' } });
  const { rows: fans } = await client.query<{ account_id: string; fan_id: string }>(
    'SELECT account_id, fan_id FROM fans LIMIT 1 OFFSET 500',
  );
  const opened = { name, service, client, orderId: rows[0]!.id, fanPath: `/v1/accounts/${fans[0]!.account_id}/fans/${fans[0]!.fan_id}` };
  const url = 'https://receiver.example/hooks';
  const endpoint = JSON.parse(
    await send({ service }, 'POST', '/v1/webhooks', { url, enabled_event_types: ['order.created'], allowed_creator_ids: [] }),
  ) as { id: string };
  return { ...opened, endpointId: endpoint.id };
}

function send(
  { service }: Pick<Variant, 'service'>,
  method: string,
  path: string,
  body?: object,
  { from = keys, isExpected = (status: number) => status < 300 } = {},
): Promise<string> {
  const headers = {
    authorization: `Bearer ${from[sentCount++ % from.length]}`,
    'service-version': 'Amethyste',
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        isExpected(answer.statusCode!) ? resolve(text) : reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`)),
      );
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

const keyAlone = 'the key alone (403)';

const classes: Readonly<Record<string, (variant: Variant) => Promise<unknown>>> = {
  [keyAlone]: (variant) =>
    send(variant, 'GET', '/v1/creators', undefined, { from: keysWithoutScopes, isExpected: (status) => status === 403 }),
  'GET order': (variant) => send(variant, 'GET', `/v1/orders/${variant.orderId}`),
  'GET creator': (variant) => send(variant, 'GET', '/v1/creators/creator-007'),
  'GET fan': (variant) => send(variant, 'GET', variant.fanPath),
  'GET insight': (variant) => send(variant, 'GET', `${variant.fanPath}/insight`),
  'GET endpoint': (variant) => send(variant, 'GET', `/v1/webhooks/${variant.endpointId}`),
  'list creators (100)': (variant) => send(variant, 'GET', '/v1/creators'),
  'list tags (30)': (variant) => send(variant, 'GET', '/v1/tags'),
  'list employees (60)': (variant) => send(variant, 'GET', '/v1/employees'),
  'list AI requests': (variant) => send(variant, 'GET', '/v1/ai-requests'),
  'list publications': (variant) => send(variant, 'GET', '/v1/publications'),
  'list audit entries': (variant) => send(variant, 'GET', '/v1/audit'),
  'list orders (SQL)': (variant) => send(variant, 'GET', '/v1/orders?limit=50'),
  'POST + DELETE publication': async (variant) => {
    const made = JSON.parse(await send(variant, 'POST', '/v1/publications', { creator_id: 'creator-007', text: 'a' })) as { id: string };
    await send(variant, 'DELETE', `/v1/publications/${made.id}`);
  },
};

/** Microseconds a request, of the service and of its database. */
async function measure(variant: Variant, run: (variant: Variant) => Promise<unknown>): Promise<readonly [number, number]> {
  const { rows } = await variant.client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  const backends = rows.map(({ pid }) => pid);
  const database = () => backends.reduce((sum, pid) => sum + cpuMicrosOf(pid), 0);
  const [service, databaseBefore] = [cpuMicrosOf(variant.service.pid), database()];
  let left = requests;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await run(variant);
    }),
  );
  return [(cpuMicrosOf(variant.service.pid) - service) / requests, (database() - databaseBefore) / requests];
}

const lowerEighth = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 3]!;

const postgres = await startDurablePostgres();
const variants = [await open('base', baseCheckout!, postgres.url), await open('present', thisCheckout, postgres.url)];
const only = process.env['ONLY'];
const ofKeyAlone = new Map<string, readonly [number, number]>();
for (const [name, run] of Object.entries(classes).filter(([each]) => !only || each === keyAlone || each.includes(only))) {
  const figures = new Map<string, (readonly [number, number])[]>(variants.map((variant) => [variant.name, []]));
  try {
    for (const variant of variants) for (let warmUp = 0; warmUp < 2; warmUp += 1) await measure(variant, run);
    for (let round = 0; round < rounds; round += 1)
      for (const variant of variants) figures.get(variant.name)!.push(await measure(variant, run));
  } catch (error) {
    console.log(`${name}: ${(error as Error).message}`);
    continue;
  }
  const of = (variant: string, part: 0 | 1) => lowerEighth(figures.get(variant)!.map((each) => each[part]));
  const line = (['service', 'database'] as const).map((part, index) => {
    const [base, present] = [of('base', index as 0 | 1), of('present', index as 0 | 1)];
    const [ofBase, ofPresent] = ['base', 'present'].map((variant) => ofKeyAlone.get(variant)?.[index] ?? 0);
    const own = ofBase ? `, ${((present - ofPresent!) / (base - ofBase)).toFixed(2)} × without the key's part` : '';
    return `${part} ${base.toFixed(0)} → ${present.toFixed(0)} µs (${(present / base).toFixed(2)} ×${own})`;
  });
  if (name === keyAlone) for (const variant of figures.keys()) ofKeyAlone.set(variant, [of(variant, 0), of(variant, 1)]);
  console.log(`${name}: ${line.join(', ')}`);
}
agent.destroy();
for (const { service, client } of variants) {
  await client.end();
  await service.stop();
}
await postgres.stop();
