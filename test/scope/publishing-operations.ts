import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { Answer } from '../support/service.ts';
import {
  accountOf,
  covers,
  creators,
  heardBy,
  sees,
  sumOf,
  type Caller,
  type Counts,
  type Endpoint,
  type Market,
} from './publishing-market.ts';

/** Calls an operation wherever it can be called, checks the responses, and returns what every receiver is to have of it. */
type Walk = (market: Market, caller: Caller) => Promise<Counts>;

/** Calls `send` for each target; those that the caller does not reach are answered 404. Returns the targets that it reached. */
async function atEach<Target>(
  operationId: OperationId,
  caller: Caller,
  targets: readonly Target[],
  isReached: (target: Target) => boolean,
  send: (target: Target) => Promise<Answer>,
  statusAt: (target: Target) => number = () => operations[operationId].successStatus,
): Promise<Target[]> {
  const { scope } = operations[operationId];
  const isAllowed = scope === null || caller.scopes.includes(scope);
  const answers = await Promise.all(targets.map(send));
  const wanted = targets.map((target) => (isAllowed ? (isReached(target) ? statusAt(target) : 404) : 403));
  expect(answers.map(({ status }) => status)).toEqual(wanted);
  return isAllowed ? targets.filter(isReached) : [];
}

const creatorsWithin = (caller: Caller) => (creator: string) => covers(caller.creatorIds, creator);
const endpointsWithin = (caller: Caller) => (endpoint: Endpoint) => sees(caller, endpoint);

const ofFan =
  (operationId: OperationId, method: 'PUT' | 'DELETE', body?: object): Walk =>
  async ({ agency, service, endpoints }, caller) => {
    await service.database.query({
      text: 'UPDATE fans SET assigned_user_id = $2, assigned_at = $3 WHERE agency_id = $1',
      values: [agency.id, method === 'PUT' ? null : 'user-1', method === 'PUT' ? null : new Date()],
    });
    const changed = await atEach(operationId, caller, creators, creatorsWithin(caller), (creator) =>
      caller.call(method, `/v1/accounts/${accountOf(creator)}/fans/fan-1/assignment`, body),
    );
    return sumOf(changed.map((creator) => heardBy(endpoints, 'assignment.updated', creator)));
  };

const toEndpoint =
  (operationId: OperationId, path: string, body?: object): Walk =>
  async ({ endpoints }, caller) => {
    const statusAt = ({ isDisabled }: Endpoint) => (isDisabled ? 409 : 202);
    const send = ({ id }: Endpoint) => caller.call('POST', `/v1/webhooks/${id}/${path}`, body);
    const reached = await atEach(operationId, caller, endpoints, endpointsWithin(caller), send, statusAt);
    return Object.fromEntries(reached.filter(({ isDisabled }) => !isDisabled).map(({ kind }) => [kind, 1]));
  };

interface Failure {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly creator: string;
}

/** One failure of each creator at every endpoint, as though none had been limited before; no others. */
async function failuresOf({ endpoints, service }: Market): Promise<Failure[]> {
  await service.database.query({ text: 'DELETE FROM delivery_failures' });
  const rows = await service.database.query<{ id: string; endpoint_id: string; creator_id: string }>({
    text: `
      INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
      SELECT agency_id, id, 'order.created', uuidv7(), creator, now(), uuidv7(), 'http_status', '{}', '{}'
        FROM webhook_endpoints, unnest($2::text[]) AS creator WHERE id = ANY ($1)
      RETURNING id, endpoint_id, creator_id`,
    values: [endpoints.map(({ id }) => id), creators],
  });
  return atEndpoints(rows, endpoints);
}

const atEndpoints = (rows: readonly { id: string; endpoint_id: string; creator_id: string }[], endpoints: readonly Endpoint[]): Failure[] =>
  rows.map(({ id, endpoint_id, creator_id }) => ({
    id,
    endpoint: endpoints.find((endpoint) => endpoint.id === endpoint_id)!,
    creator: creator_id,
  }));

const replayedTo = (failures: readonly Failure[]) =>
  sumOf(failures.filter(({ endpoint }) => !endpoint.isDisabled).map(({ endpoint }) => ({ [endpoint.kind]: 1 })));

const replayOne: Walk = async (market, caller) => {
  const isReached = ({ endpoint, creator }: Failure) => sees(caller, endpoint) && covers(caller.creatorIds, creator);
  const send = ({ id, endpoint }: Failure) => caller.call('POST', `/v1/webhooks/${endpoint.id}/failures/${id}/replay`);
  return replayedTo(await atEach('replayWebhookFailure', caller, await failuresOf(market), isReached, send));
};

const replayMany: Walk = async (market, caller) => {
  const failures = await failuresOf(market);
  const send = ({ id }: Endpoint) => caller.call('POST', `/v1/webhooks/${id}/failures/replay`, {});
  const reached = await atEach('replayWebhookFailures', caller, market.endpoints, endpointsWithin(caller), send);
  return replayedTo(failures.filter(({ endpoint, creator }) => reached.includes(endpoint) && covers(caller.creatorIds, creator)));
};

/** A delivery of each creator at every endpoint, whether or not the endpoint was limited since. */
async function deliveriesOf({ service, endpoints }: Market): Promise<Failure[]> {
  const rows = await service.database.query<{ id: string; endpoint_id: string; creator_id: string }>({
    text: `
      WITH drafts AS MATERIALIZED (
        SELECT agency_id, id AS endpoint_id, creator, uuidv7() AS event_id FROM webhook_endpoints, unnest($2::text[]) AS creator WHERE id = ANY ($1)
      ), events AS (
        INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
        SELECT agency_id, event_id, 'order.created', creator, now(), '{}' FROM drafts
      )
      INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
      SELECT agency_id, endpoint_id, 'order.created', 'delivered', uuidv7(), event_id, creator, '{}' FROM drafts
      RETURNING id, endpoint_id, creator_id`,
    values: [endpoints.map(({ id }) => id), creators],
  });
  return atEndpoints(rows, endpoints);
}

const resendEach: Walk = async (market, caller) => {
  const targets = await deliveriesOf(market);
  const isReached = ({ endpoint, creator }: Failure) => sees(caller, endpoint) && covers(caller.creatorIds, creator);
  const statusAt = ({ endpoint }: Failure) => (endpoint.isDisabled ? 409 : 202);
  const send = ({ id, endpoint }: Failure) => caller.call('POST', `/v1/webhooks/${endpoint.id}/deliveries/${id}/resend`);
  return replayedTo(await atEach('resendWebhookDelivery', caller, targets, isReached, send, statusAt));
};

const resendMany: Walk = async (market, caller) => {
  const start = new Date().toISOString();
  const targets = await deliveriesOf(market);
  const statusAt = ({ isDisabled }: Endpoint) => (isDisabled ? 409 : 202);
  const send = ({ id }: Endpoint) => caller.call('POST', `/v1/webhooks/${id}/resends`, { start });
  const reached = await atEach('resendWebhookDeliveries', caller, market.endpoints, endpointsWithin(caller), send, statusAt);
  return replayedTo(targets.filter(({ endpoint, creator }) => reached.includes(endpoint) && covers(caller.creatorIds, creator)));
};

/** Recovers, at every endpoint, an order of each creator of both agencies that no event was recorded of. */
const recoverAtEach: Walk = async ({ service, endpoints }, caller) => {
  const at = new Date(Date.now() - 10 * 24 * 3_600_000 + Math.floor(Math.random() * 24 * 3_600_000));
  for (const agencyId of new Set(endpoints.map((endpoint) => endpoint.agencyId))) {
    await service.database.query({
      text: `
        INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
        SELECT $1, 'missed ' || $2 || creator, 'tip', creator, replace(creator, 'creator', 'account'), 100, $2::timestamptz FROM unnest($3::text[]) AS creator`,
      values: [agencyId, at.toISOString(), creators],
    });
  }
  const body = { start: at.toISOString(), end: new Date(at.getTime() + 1).toISOString(), event_types: ['order.created'] };
  const statusAt = ({ isDisabled }: Endpoint) => (isDisabled ? 409 : 202);
  const send = ({ id }: Endpoint) => caller.call('POST', `/v1/webhooks/${id}/recoveries`, body);
  const reached = await atEach('recoverWebhookEvents', caller, endpoints, endpointsWithin(caller), send, statusAt);
  return sumOf(creators.map((creator) => heardBy(reached, 'order.created', creator)));
};

/** Operations that a key, or an operator in an agency's place, publishes by. */
export const byCallers: Readonly<Partial<Record<OperationId, Walk>>> = {
  assignFan: ofFan('assignFan', 'PUT', { user_id: 'user-1' }),
  unassignFan: ofFan('unassignFan', 'DELETE'),
  pingWebhookEndpoint: toEndpoint('pingWebhookEndpoint', 'ping'),
  sendTestWebhookEvent: toEndpoint('sendTestWebhookEvent', 'test-events', { event_type: 'order.created' }),
  replayWebhookFailure: replayOne,
  replayWebhookFailures: replayMany,
  resendWebhookDelivery: resendEach,
  resendWebhookDeliveries: resendMany,
  recoverWebhookEvents: recoverAtEach,
};

const ingested: Walk = async ({ endpoints }, caller) => {
  const types = ['order.created', 'order.refunded', 'conversation.ai_control_requested'];
  const records = creators.flatMap((creator_id) => {
    const [order, request] = [randomUUID(), randomUUID()];
    const [at, fan_id] = ['2026-07-10T12:00:00.000Z', 'fan-1'];
    const sold = { id: order, order_type: 'tip', creator_id, fan_id, user_id: null, message_id: null, amount_cents: 100, created_at: at };
    const asked = { id: request, account_id: accountOf(creator_id), fan_id, action: 'stop', requested_by_user_id: null, requested_at: at };
    return [
      { type: 'order', ...sold },
      { type: 'refund', order_id: order, refunded_at: '2026-07-11T12:00:00.000Z' },
      { type: 'ai_request', ...asked },
    ];
  });
  for (const sent of [records.slice(0, 1), records.slice(1, 2), records.slice(2, 3), records.slice(3)])
    expect((await caller.call('POST', '/records', { records: sent })).status).toBe(200);
  return sumOf(creators.flatMap((creator) => types.map((type) => heardBy(endpoints, type, creator))));
};

/** Operations that an operator publishes by, with a token. */
export const byOperators: Readonly<Partial<Record<OperationId, Walk>>> = { ingestRecords: ingested };
