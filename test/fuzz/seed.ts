import { randomBytes } from 'node:crypto';
import { newApiKey } from '../../server/access/keys/api-keys.ts';
import { aiRequest, creator, employee, fan, order, refund, send, tag, type AnyRecord } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import type { Answer, TestService } from '../support/service.ts';
import type { KnownValues } from './documents.ts';

export interface Seed {
  /** A key with every scope and every creator. */
  readonly key: string;
  /** Such a key of another agency. */
  readonly otherKey: string;
  readonly known: KnownValues;
  readonly knownByOperation: Readonly<Record<string, KnownValues>>;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const creatorIds = numbers(3).map((number) => `creator-${number}`);
const accountIds = creatorIds.map((id) => `account-${id}`);
const employeeIds = numbers(4).map((number) => `employee-${number}`);
const tagIds = numbers(4).map((number) => `tag-${number}`);
const fanIds = numbers(12).map((number) => `fan-${number}`);
const orderIds = numbers(60).map((number) => `order-${number}`);
const aiRequestIds = numbers(40).map((number) => `ai-request-${number}`);

const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length]!;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

function records(): AnyRecord[] {
  const statuses = ['active_subscriber', 'former_subscriber', 'interested'] as const;
  const orderTypes = ['tip', 'push', 'private_media', 'subscription'] as const;
  return [
    ...creatorIds.map((id) => creator(id)),
    ...employeeIds.map((id, index) => employee(id, { active: index > 0 })),
    ...tagIds.map((id, position) => tag(id, { position })),
    ...accountIds.flatMap((accountId) =>
      fanIds.map((fanId, index) =>
        fan(accountId, fanId, {
          subscription_status: pick(statuses, index),
          is_online: index % 2 === 0,
          related_at: daysAgo(index),
          tag_ids: tagIds.slice(0, index % 3),
        }),
      ),
    ),
    ...numbers(60).map((number) =>
      send(`send-${number}`, pick(creatorIds, number), {
        sent_at: daysAgo(number / 2),
        source: number % 2 === 0 ? 'script' : 'messaging',
        sent_by_user_id: pick([...employeeIds, null], number),
        fan_id: pick([...fanIds, null], number),
        is_private_media: number % 4 === 0,
        price_eur: number % 4 === 0 ? 1500 : null,
        sale_status: number % 4 === 0 ? 'purchased' : null,
        media: number % 4 === 0 ? [{ id: `media-${number}`, type: 'photo' }] : [],
      }),
    ),
    ...orderIds.map((id, index) =>
      order(id, pick(creatorIds, index), {
        order_type: pick(orderTypes, index),
        fan_id: pick([...fanIds, null], index),
        user_id: pick([...employeeIds, null], index),
        amount_cents: index * 100,
        created_at: daysAgo(index / 2),
      }),
    ),
    ...orderIds.slice(0, 6).map((id) => refund(id, daysAgo(0))),
    ...aiRequestIds.map((id, index) =>
      aiRequest(id, pick(accountIds, index), { fan_id: pick(fanIds, index), action: index % 2 === 0 ? 'stop' : 'relaunch' }),
    ),
  ];
}

/** An agency in which every list has items: people, sales, messages, control over fans, publications, deliveries and failures. */
export async function seed(service: TestService): Promise<Seed> {
  const agency = await service.createAgency();
  const call = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await service.request(method, path, { key: agency.key, body });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const receiver = await startReceiver();
  try {
    const all = records();
    await agency.ingest(all.filter(({ type }) => type === 'creator'));
    receiver.answer = (request, response) => response.writeHead(request.url === '/hooks/failing' ? 500 : 200).end();
    const addEndpoint = async (name: string) => {
      const body = {
        url: `${receiver.url}/${name}`,
        label: name,
        enabled_event_types: ['order.created', 'order.refunded', 'assignment.updated'],
      };
      return (await call('POST', '/v1/webhooks', body)).id as string;
    };
    const endpointIds = [await addEndpoint('steady'), await addEndpoint('failing'), await addEndpoint('paused')];
    await call('PATCH', `/v1/webhooks/${endpointIds[2]}`, { status: 'disabled' });
    await agency.ingest(all);

    for (const [index, fanId] of fanIds.entries()) {
      const path = `/v1/accounts/${accountIds[0]}/fans/${fanId}`;
      if (index % 2 === 0) await call('PUT', `${path}/assignment`, { user_id: employeeIds[1] });
      if (index % 3 === 0) await call('PUT', `${path}/ai-lock`);
      const { etag } = await call('GET', `${path}/insight`);
      if (index % 4 === 0) await call('PATCH', `${path}/insight`, { note: `Note on ${fanId}`, etag });
    }
    const publications = await Promise.all(
      numbers(12).map((number) => call('POST', '/v1/publications', { creator_id: pick(creatorIds, number), text: `Post ${number}` })),
    );
    await service.operator('POST', '/operator/v1/projections/refresh');

    const failuresPath = `/v1/webhooks/${endpointIds[1]}/failures`;
    const failures = await until(
      async () => (await call('GET', failuresPath)).data as { id: string }[],
      ({ length }) => length >= 20,
    );
    await call('PATCH', `/v1/webhooks/${endpointIds[1]}`, { status: 'active' });

    const cursor = async (path: string) => [(await call('GET', `${path}?limit=2`)).next_cursor as string];
    const fansPath = `/v1/accounts/${accountIds[0]}/fans`;
    // What the service gathered is written some seconds later.
    await service.database.query({
      text: `INSERT INTO ingestions (agency_id, outcome, request_count, created_count, updated_count, unchanged_count)
             SELECT $1, 'recorded', n, n, 0, 0 FROM generate_series(1, 3) n`,
      values: [agency.id],
    });
    const { etag } = await call('GET', `${fansPath}/${fanIds[0]}/insight`);
    const spareAgency = { agency_id: [(await service.createAgency()).id] };
    const endpointWithFailures = { endpoint_id: [endpointIds[1]!] };
    const days = {
      start: ['2026-07-01', '2026-07-26', '2026-07-27T22:30:00-07:00'],
      end: ['2026-07-28', '2026-07-30', '2026-07-28T08:00:00+05:45'],
    };
    return {
      key: agency.key,
      otherKey: (await service.createAgency()).key,
      known: {
        creator_id: creatorIds,
        creator_ids: creatorIds,
        allowed_creator_ids: creatorIds,
        account_id: accountIds,
        user_id: employeeIds.slice(1),
        user_ids: employeeIds,
        assigned_user_ids: employeeIds,
        sent_by_user_id: employeeIds,
        requested_by_user_id: employeeIds,
        fan_id: fanIds,
        fan_ids: fanIds,
        tag_ids: tagIds.slice(0, 2),
        exclude_tag_ids: tagIds.slice(2),
        order_id: orderIds,
        request_ids: aiRequestIds,
        publication_id: publications.map(({ id }) => id as string),
        endpoint_id: endpointIds,
        failure_id: failures.map(({ id }) => id),
        agency_id: [agency.id],
        key_id: await Promise.all(numbers(5).map((number) => spareKey(service, agency.id, number))),
        slug: ['unknown_tag', 'rate_limited'],
        timezone: ['Europe/Paris', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'],
        etag: [etag as string],
        token_id: await Promise.all(numbers(5).map((number) => spareToken(service, number))),
        api_key: numbers(40).map(newApiKey),
        secret: numbers(4).map((number) => `${pick(['svc', 'legacy'], number)}_whsec_${randomBytes(24).toString('base64')}`),
        url: ['https://hooks.example.com/in', 'https://hooks.example.com:8443/in?source=service'],
      },
      knownByOperation: {
        listAuditEntries: { cursor: await cursor('/v1/audit') },
        listAuditLog: { cursor: [(await service.operator('GET', '/operator/v1/audit?limit=2')).body.next_cursor as string] },
        listAgencyActivity: {
          cursor: [(await service.operator('GET', '/operator/v1/agency-activity?sort=trouble&limit=1')).body.next_cursor as string],
        },
        listIngestions: { cursor: [(await service.operator('GET', '/operator/v1/ingestions?limit=1')).body.next_cursor as string] },
        // What is contained is not what the other requests are made with.
        containAgency: spareAgency,
        releaseAgency: spareAgency,
        updateAgencyQuotas: spareAgency,
        listOrders: { cursor: await cursor('/v1/orders') },
        listSentMessages: { cursor: await cursor('/v1/sent-messages') },
        listPublications: { cursor: await cursor('/v1/publications') },
        listFans: { account_id: accountIds.slice(0, 1), cursor: await cursor(fansPath) },
        listWebhookFailures: { ...endpointWithFailures, cursor: await cursor(failuresPath) },
        listWebhookDeliveries: { ...endpointWithFailures, cursor: await cursor(`/v1/webhooks/${endpointIds[1]}/deliveries`) },
        replayWebhookFailure: endpointWithFailures,
        updateInsight: { account_id: accountIds.slice(0, 1), fan_id: fanIds.slice(0, 1), 'If-Match': [`"${etag}"`, `W/"${etag}"`] },
        getRevenue: days,
        getRevenueTimeseries: days,
        getCreatorAnalytics: days,
        getEmployeeAnalytics: days,
      },
    };
  } finally {
    await receiver.close();
  }
}

/** A key that may be revoked. */
async function spareKey(service: TestService, agencyId: string, number: number): Promise<string> {
  const answer = await service.operator('POST', `/operator/v1/agencies/${agencyId}/keys`, {
    label: `Spare ${number}`,
    scopes: ['read:orders'],
  });
  return answer.body.id as string;
}

/** An operator token that may be revoked. */
async function spareToken(service: TestService, number: number): Promise<string> {
  return (await service.operator('POST', '/operator/v1/tokens', { name: `Spare ${number}`, scopes: ['read'] })).body.id as string;
}

async function until<Value>(read: () => Promise<Value>, isReached: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isReached(value)) return value;
    if (Date.now() > deadline) throw new Error('The seeded deliveries did not fail in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
