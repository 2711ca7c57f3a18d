import { hashApiKey, mintApiKey } from '../server/access/keys/api-keys.ts';
import { scopes } from '../generated/operations.ts';
import { endpointsOfAgency, measuredAgencies, partOf, type Amounts } from './much-data-amounts.ts';
import type { MuchDataServer } from './much-data-server.ts';
import { operate } from './neighbours-agency.ts';
import type { RunningService } from './service.ts';

export const largeDatabase = 'much_data';

export const secret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const atOnce = 8;

/** SQL of ids that are the same in every agency. */
export const creatorId = (n: string) => `'creator-' || lpad((${n})::text, 3, '0')`;
export const accountId = (n: string) => `'account-' || lpad((${n})::text, 3, '0')`;
export const employeeId = (n: string) => `'employee-' || (${n})`;

const people = (amounts: Amounts) => `
  CREATE SCHEMA bench;
  INSERT INTO agencies (name) SELECT 'Agency ' || n FROM generate_series(1, ${amounts.agencies}) n;
  CREATE TABLE bench.agencies AS
  SELECT a.number, a.id, greatest(2, round(100 / sqrt(a.number)))::int AS creators, greatest(2, round(60 / sqrt(a.number)))::int AS employees,
         greatest(40, ceil(${amounts.orders} / 20 * ${partOf('a.number', amounts)}))::int AS fans, '{}'::uuid[] AS endpoint_ids
    FROM (SELECT row_number() OVER (ORDER BY id)::int AS number, id FROM agencies) a;
  INSERT INTO creators (agency_id, id, name, account_id)
  SELECT a.id, ${creatorId('n')}, 'Creator ' || n, ${accountId('n')} FROM bench.agencies a, generate_series(1, a.creators) n;
  INSERT INTO employees (agency_id, id, name, role, active)
  SELECT a.id, ${employeeId('n')}, 'Employee ' || n, 'chatter', true FROM bench.agencies a, generate_series(1, a.employees) n;
  INSERT INTO tags (agency_id, id, name, color, position)
  SELECT a.id, 'tag-' || n, 'Tag ' || n, '#112233', n FROM bench.agencies a, generate_series(1, 20) n`;

const limitedCreators = { large: ['creator-002', 'creator-005', 'creator-009'], average: ['creator-002'] };

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Agencies with their creators, employees and tags by SQL, and their endpoints as operators create them. */
export async function makePeople(server: MuchDataServer, service: RunningService, amounts: Amounts, receiverUrl: string): Promise<void> {
  await server.run(largeDatabase, people(amounts));
  const agencies = await server.run<{ id: string }>(largeDatabase, 'SELECT id FROM bench.agencies ORDER BY number');
  const endpoints = agencies.flatMap(({ id }) => Array.from({ length: endpointsOfAgency }, (_, n) => ({ id, n })));
  await inTurn(endpoints, ({ id, n }) =>
    operate(service, `/operator/v1/agencies/${id}/webhooks`, {
      url: `${receiverUrl}/${n}`,
      enabled_event_types: ['order.created'],
      secret,
    }),
  );
  await server.run(
    largeDatabase,
    `UPDATE bench.agencies a SET endpoint_ids = (SELECT array_agg(e.id ORDER BY e.id) FROM webhook_endpoints e WHERE e.agency_id = a.id);
     CREATE TABLE bench.limited_endpoints (agency_id uuid, endpoint_id uuid, creator_ids text[])`,
  );
  for (const which of ['large', 'average'] as const) await makeLimitedEndpoint(server, service, which, receiverUrl);
}

/** An endpoint of some creators, which keys for these creators can access. It is disabled: new facts go to the other endpoints alone. */
async function makeLimitedEndpoint(
  server: MuchDataServer,
  service: RunningService,
  which: keyof typeof measuredAgencies,
  receiverUrl: string,
): Promise<void> {
  const creatorIds = limitedCreators[which];
  const [agency] = await server.run<{ id: string }>(
    largeDatabase,
    `SELECT id FROM bench.agencies WHERE number = ${measuredAgencies[which]}`,
  );
  const body = { url: `${receiverUrl}/limited`, enabled_event_types: ['order.created'], allowed_creator_ids: creatorIds, secret };
  const { id } = await operate<{ id: string }>(service, `/operator/v1/agencies/${agency!.id}/webhooks`, body);
  await server.run(
    largeDatabase,
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now() WHERE id = '${id}';
     INSERT INTO bench.limited_endpoints VALUES ('${agency!.id}', '${id}', '{${creatorIds.join(',')}}')`,
  );
}

/** The receiver of another run has another port. */
export async function moveEndpoints(server: MuchDataServer, receiverUrl: string): Promise<void> {
  await server.run(largeDatabase, `UPDATE webhook_endpoints SET url = '${receiverUrl}/0'`);
}

/** Keys of an agency whose requests are measured. */
export interface MeasuredAgency {
  readonly id: string;
  readonly endpointId: string;
  /** Of the creators of the limited keys. */
  readonly limitedEndpointId: string;
  /** For the whole agency. */
  readonly keys: readonly string[];
  /** For some of its creators. */
  readonly limitedKeys: readonly string[];
}

const keysOfEach = 20;

async function keysFor(server: MuchDataServer, agencyId: string, creators: string): Promise<string[]> {
  const keys = Array.from({ length: keysOfEach }, mintApiKey);
  const hashes = keys.map((key) => `'\\x${hashApiKey(key).toString('hex')}'::bytea`);
  await server.run(
    largeDatabase,
    `INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes, creator_ids)
     SELECT '${agencyId}', 'bench', 'svc_live_', hash, '{${scopes.join(',')}}', '${creators}' FROM unnest(ARRAY[${hashes.join(',')}]) AS k (hash)`,
  );
  return keys;
}

export async function readMeasuredAgency(server: MuchDataServer, which: keyof typeof measuredAgencies): Promise<MeasuredAgency> {
  const [agency] = await server.run<{ id: string; endpoint: string; limited_endpoint: string }>(
    largeDatabase,
    `SELECT a.id, a.endpoint_ids[1] AS endpoint, l.endpoint_id AS limited_endpoint
       FROM bench.agencies a JOIN bench.limited_endpoints l ON l.agency_id = a.id WHERE a.number = ${measuredAgencies[which]}`,
  );
  const { id, endpoint, limited_endpoint } = agency!;
  const limitedKeys = await keysFor(server, id, `{${limitedCreators[which].join(',')}}`);
  return { id, endpointId: endpoint, limitedEndpointId: limited_endpoint, keys: await keysFor(server, id, '{}'), limitedKeys };
}
