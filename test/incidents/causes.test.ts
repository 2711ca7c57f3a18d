import { readFileSync } from 'node:fs';
import { verifyWebhook } from '@agency-service/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { CommandLine } from '../cli/run-svc.ts';
import { fromBrowser } from '../support/console.ts';
import { startReceiver, type Receiver, type Received } from '../support/receiver.ts';
import { eventually, orderRecord, useService, type Agency } from '../api/webhooks/fixture.ts';

const newAgency = useService({ delivers: true, retryDelaysMs: [], times: { sweepMs: 100 } });

const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

/** An endpoint of a real receiver that has accepted an order. */
async function healthyEndpoint(members: Record<string, unknown> = {}) {
  const agency = await newAgency();
  const receiver = await newReceiver();
  const { id, secret } = await agency.addEndpoint({ url: receiver.url, ...members });
  const endpoint = { agency, receiver, id, secret };
  await order(endpoint);
  return endpoint;
}

type Endpoint = Awaited<ReturnType<typeof healthyEndpoint>>;

let orders = 0;

/** Waits until so many attempts more are recorded. */
async function attempted(agency: Agency, id: string, count: number, send: () => Promise<unknown>) {
  const read = async () => {
    const [row] = await agency.service.database.query<{ count: number }>({
      text: 'SELECT coalesce(sum(delivered_count + failed_count), 0)::int AS count FROM delivery_minutes WHERE endpoint_id = $1',
      values: [id],
    });
    return row!.count;
  };
  const before = await read();
  await send();
  expect(await eventually(read, (recorded) => recorded >= before + count)).toBe(before + count);
}

/** Sends orders of a creator, one after the other. */
const order = ({ agency, id }: Pick<Endpoint, 'agency' | 'id'>, members: object = {}, count = 1) =>
  attempted(agency, id, count, () =>
    agency.ingest(Array.from({ length: count }, () => ({ ...orderRecord(`order-${++orders}`, null), ...members }))),
  );

const ping = ({ agency, id }: Endpoint) => attempted(agency, id, 1, () => agency.call('POST', `/v1/webhooks/${id}/ping`));

async function causesOf({ agency, id }: Pick<Endpoint, 'agency' | 'id'>, key = agency.key): Promise<any[]> {
  const { incident } = (await agency.call('GET', `/v1/webhooks/${id}`, { key })).body;
  expect(incident).not.toBeNull();
  return incident.causes;
}

const kindsOf = async (endpoint: Endpoint) => (await causesOf(endpoint)).map(({ kind }) => kind);

async function rotate({ agency, id }: Endpoint, seconds = 0) {
  const answer = await agency.call('POST', `/v1/webhooks/${id}/secret/rotation`, { body: { previous_expires_in_seconds: seconds } });
  expect(answer.status).toBe(200);
}

/** The receiver answers with 401 unless a signature is of this secret. */
function verify(receiver: Receiver, secret: string) {
  receiver.answer = (_request, response, { body, headers }) =>
    void verifyWebhook(body, headers as Record<string, string>, secret).then(
      () => response.writeHead(200).end(),
      () => response.writeHead(401).end(),
    );
}

/** The receiver answers what it accepts with 200 and everything else with this status. */
function acceptOnly(receiver: Receiver, status: number, accepts: (received: Received) => boolean) {
  receiver.answer = (_request, response, received) => response.writeHead(accepts(received) ? 200 : status).end();
}

describe('secret_rotated', () => {
  it('is named after a rotation, with the key that did it', async () => {
    const endpoint = await healthyEndpoint();
    verify(endpoint.receiver, endpoint.secret);
    await order(endpoint);
    await rotate(endpoint);
    await order(endpoint);
    expect(await causesOf(endpoint)).toEqual([
      {
        kind: 'secret_rotated',
        at: expect.any(String),
        by: 'key test',
        event_type: null,
        summary: 'The first 401 came 1 s after the rotation by key test: the receiver probably still has the old secret.',
      },
    ]);
  });

  it('is said by svc', async () => {
    const endpoint = await healthyEndpoint();
    const { agency, id, receiver, secret } = endpoint;
    verify(receiver, secret);
    await rotate(endpoint);
    await order(endpoint);
    const [{ summary }] = await causesOf(endpoint);
    const svc = await CommandLine.create();
    svc.environment = { ...svc.environment, SVC_BASE_URL: agency.service.baseUrl, SVC_API_KEY: agency.key };
    expect((await svc.run('webhooks', 'get', id)).stderr.replace(/\s+/g, ' ')).toContain(summary);
    await svc.close();
  });

  it('is named when the previous secret has expired', async () => {
    const endpoint = await healthyEndpoint();
    verify(endpoint.receiver, endpoint.secret);
    await rotate(endpoint, 1);
    await order(endpoint);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await order(endpoint);
    const [cause] = await causesOf(endpoint);
    expect(cause.summary).toBe('The first 401 came 1 s after the previous secret expired: the receiver probably still has it.');
  });

  it('is not named for another status, before a rotation, without an accepted attempt before, or long after accepted ones', async () => {
    const broken = await healthyEndpoint();
    await rotate(broken);
    broken.receiver.answer = 500;
    await order(broken);
    expect(await kindsOf(broken)).toEqual([]);

    const before = await healthyEndpoint();
    before.receiver.answer = 401;
    await order(before);
    await rotate(before);
    await order(before);
    expect(await kindsOf(before)).toEqual([]);

    const agency = await newAgency();
    const receiver = await newReceiver();
    receiver.answer = 401;
    const made = await agency.addEndpoint({ url: receiver.url });
    const never = { agency, receiver, id: made.id, secret: made.secret };
    await rotate(never);
    await order(never);
    expect(await kindsOf(never)).toEqual([]);

    const late = await healthyEndpoint();
    const { database } = late.agency.service;
    await database.query({
      text: `
        UPDATE delivery_history SET attempts = ARRAY[jsonb_set(attempts[1]::jsonb, '{attempted_at}', to_jsonb(now() - interval '3 minutes'))::text]
         WHERE endpoint_id = $1`,
      values: [late.id],
    });
    await database.query({
      text: `
        INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_name, subject_id, subject_name, creator_ids, details, request_id)
        VALUES (uuidv7(- interval '2 minutes'), $1, 'secret.rotated', 'key', 'test', $2, 'test', '{}', '{}', 'test')`,
      values: [late.agency.id, late.id],
    });
    await order(late);
    late.receiver.answer = 401;
    await order(late);
    expect(await kindsOf(late)).toEqual([]);
  });
});

describe('url_changed', () => {
  it('is named after a change of the URL, and not after another change or of the same URL', async () => {
    const endpoint = await healthyEndpoint();
    const change = (body: object) => endpoint.agency.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body });
    await change({ url: `${endpoint.receiver.url}/new` });
    endpoint.receiver.answer = 404;
    await order(endpoint);
    expect(await causesOf(endpoint)).toEqual([
      {
        kind: 'url_changed',
        at: expect.any(String),
        by: 'key test',
        event_type: null,
        summary:
          'The first failed attempt came 1 s after the change of the URL by key test: the new URL is probably wrong, or its receiver is not ready.',
      },
    ]);

    const other = await healthyEndpoint();
    await other.agency.call('PATCH', `/v1/webhooks/${other.id}`, { body: { label: 'new', url: other.receiver.url } });
    other.receiver.answer = 404;
    await order(other);
    expect(await kindsOf(other)).toEqual([]);
  });
});

describe('receiver_changed', () => {
  const serve = ({ receiver }: Endpoint, status: number, server: string) =>
    void (receiver.answer = (_request, response) => response.writeHead(status, { server }).end());

  it('is named if another server answered the first failed attempt, and not the same one', async () => {
    const endpoint = await healthyEndpoint();
    serve(endpoint, 200, 'gunicorn');
    await order(endpoint);
    serve(endpoint, 502, 'nginx/1.26.0');
    await order(endpoint);
    const found = await eventually(
      () => causesOf(endpoint),
      (causes) => causes.length > 0,
    );
    expect(found).toEqual([
      {
        kind: 'receiver_changed',
        at: expect.any(String),
        by: null,
        event_type: null,
        summary:
          'nginx/1.26.0 answered the first failed attempt, and gunicorn the last accepted one: the receiver or a proxy before it was probably changed.',
      },
    ]);

    const same = await healthyEndpoint();
    serve(same, 200, 'gunicorn');
    await order(same);
    serve(same, 502, 'gunicorn');
    await order(same);
    serve(same, 502, 'nginx');
    await order(same);
    expect(await kindsOf(same)).toEqual([]);
  });
});

describe('payload_larger', () => {
  it('is named if a receiver refuses only larger payloads with 413', async () => {
    const endpoint = await healthyEndpoint();
    const [{ body: small }] = (await endpoint.receiver.waitFor(1)) as [Received];
    acceptOnly(endpoint.receiver, 413, ({ body }) => body.length < small.length + 100);
    await order(endpoint, { message_id: 'm'.repeat(128) });
    const [cause, ...others] = await causesOf(endpoint);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ kind: 'payload_larger', at: null, by: null });
    expect(cause.summary).toMatch(
      /^Payloads are refused with 413: the smallest failed one has \d+ bytes, and the largest accepted one \d+ bytes\.$/,
    );
  });

  it('is named if only much larger payloads fail with another status, until a small one fails too', async () => {
    const endpoint = await healthyEndpoint();
    const { receiver } = endpoint;
    acceptOnly(receiver, 500, ({ event }) => event.data['message_id'] === null);
    for (let count = 0; count < 5; count++) {
      await order(endpoint, { message_id: '€'.repeat(128) });
      await order(endpoint);
    }
    const [cause, ...others] = await causesOf(endpoint);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      kind: 'payload_larger',
      summary: expect.stringMatching(/^Only large payloads fail: the smallest failed one/),
    });
    receiver.answer = 500;
    await order(endpoint);
    expect(await kindsOf(endpoint)).toEqual([]);
  });

  it('is not named if larger ones were accepted', async () => {
    const endpoint = await healthyEndpoint();
    await order(endpoint, { message_id: 'm'.repeat(128) });
    endpoint.receiver.answer = 413;
    await order(endpoint);
    expect(await kindsOf(endpoint)).toEqual([]);
  });
});

describe('one_event_type', () => {
  it('is named if only one type fails, and not if others fail too or hardly any other was sent', async () => {
    const endpoint = await healthyEndpoint();
    acceptOnly(endpoint.receiver, 500, ({ event }) => event.type === 'ping');
    for (let count = 0; count < 5; count++) {
      await order(endpoint);
      if (count === 2) expect(await kindsOf(endpoint)).toEqual([]);
      await ping(endpoint);
    }
    expect(await causesOf(endpoint)).toEqual([
      {
        kind: 'one_event_type',
        at: null,
        by: null,
        event_type: 'order.created',
        summary: 'Only events of the type order.created fail. Events of other types are accepted.',
      },
    ]);
    endpoint.receiver.answer = 500;
    await ping(endpoint);
    expect(await kindsOf(endpoint)).toEqual([]);
  });
});

describe('one_creator', () => {
  it('is named if only the events of one creator fail, and not if those of others fail too', async () => {
    const endpoint = await healthyEndpoint();
    acceptOnly(endpoint.receiver, 500, ({ event }) => event.data['creator_id'] === 'ada');
    for (let count = 0; count < 5; count++) {
      await order(endpoint, { creator_id: 'bea' });
      await order(endpoint);
    }
    expect(await causesOf(endpoint)).toEqual([
      {
        kind: 'one_creator',
        at: null,
        by: null,
        event_type: null,
        summary: 'Only events of the creator bea fail. Events of other creators are accepted.',
      },
    ]);
    endpoint.receiver.answer = 500;
    await order(endpoint);
    expect(await kindsOf(endpoint)).toEqual([]);
  });
});

describe('what a reader may not know', () => {
  it('is left out: who rotated, without `read:audit`, and the names of operators for agencies', async () => {
    const endpoint = await healthyEndpoint();
    const { agency, id, receiver } = endpoint;
    const { service } = agency;
    const headers = { 'service-version': 'Amethyste', authorization: `Bearer ${service.operatorToken}` };
    const rotation = `/console/agencies/${agency.id}/v1/webhooks/${id}/secret/rotation`;
    expect((await fromBrowser(service, 'POST', rotation, { headers, body: {} })).status).toBe(200);
    receiver.answer = 401;
    await order(endpoint);
    const summaryOf = async (key?: string) => (await causesOf(endpoint, key))[0].summary as string;
    expect(await summaryOf()).toContain('after the rotation by an operator:');
    expect(await summaryOf(await agency.createKey({ scopes: ['read:webhooks'] }))).toContain('after the rotation:');
    const { data } = (await service.operator('GET', `/operator/v1/agencies/${agency.id}/webhooks`)).body;
    expect(data[0].incident.causes[0]).toMatchObject({ by: expect.stringMatching(/^operator \S/) });
  });

  it('is left out: events of other creators, for a limited key', async () => {
    const endpoint = await healthyEndpoint({ allowed_creator_ids: ['ada', 'bea'] });
    const { agency, id, receiver } = endpoint;
    acceptOnly(receiver, 500, ({ event }) => event.data['creator_id'] === 'ada');
    for (let count = 0; count < 5; count++) {
      await order(endpoint, { creator_id: 'bea' });
      await order(endpoint);
    }
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { allowed_creator_ids: ['ada'] } });
    expect(await kindsOf(endpoint)).toEqual(['one_creator']);
    const { incident } = (await agency.call('GET', `/v1/webhooks/${id}`, { key: agency.adaKey })).body;
    expect(JSON.stringify(incident)).not.toContain('bea');
  });
});

it('is in the table of the troubleshooting page, every kind once', () => {
  const rows = readFileSync('docs/troubleshooting.md', 'utf8').split('### The likely causes of an incident')[1]!.split('## ')[0]!;
  const kinds = Array.from(rows.matchAll(/^\| `(\w+)` \|/gm), ([, kind]) => kind!);
  expect(kinds).toEqual(contract.components.schemas.IncidentCause.properties.kind['x-extensible-enum']);
});
