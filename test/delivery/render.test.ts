import { describe, expect, expectTypeOf, test } from 'vitest';
import contract from '../../generated/openapi.internal.json' with { type: 'json' };
import type { CurrentPayloads, EventType } from '../../generated/events.ts';
import type { DeliveryEventType, Order, Ping } from '../../generated/models.ts';
import { eventRenderer, render, type PayloadChanges } from '../../server/delivery/send/render.ts';
import type { EventOf, NewEvent } from '../../server/entities/event.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { eventsText } from '../../spec/generate/events.ts';

interface FirstOrder {
  readonly id: string;
  readonly amount: number;
}

interface SecondOrder {
  readonly id: string;
  readonly amount_cents: number;
}

interface ThirdOrder extends SecondOrder {
  readonly currency: string;
}

/** A contract of three releases, as the generator would write it: the second and the third changed what an order looks like. */
interface Payloads {
  '2026-07-06': { 'order.created': FirstOrder; ping: Ping };
  '2027-01-01': { 'order.created': SecondOrder; ping: Ping };
  '2028-01-01': { 'order.created': ThirdOrder; ping: Ping };
}
interface Before {
  '2027-01-01': '2026-07-06';
  '2028-01-01': '2027-01-01';
}
type Changes = PayloadChanges<Payloads, Before>;

const second: Changes['2027-01-01'] = { 'order.created': ({ id, amount_cents }) => ({ id, amount: amount_cents }) };
const third: Changes['2028-01-01'] = { 'order.created': ({ currency: _, ...data }) => data };
const changes: Changes = { '2027-01-01': second, '2028-01-01': third };

describe('the body of a delivery', () => {
  const event = { id: 'e', type: 'order.created', occurredAt: 0, data: '{"id":"o","amount_cents":100,"currency":"eur"}' } as const;

  test('has its payload in the form of the release that the endpoint is pinned to', () => {
    const inForms = eventRenderer(changes);
    const rendered = (version: string) => JSON.parse(inForms(event, version)) as { api_version: string; data: object };
    expect(rendered('2028-01-01')).toEqual({
      id: 'e',
      type: 'order.created',
      created_at: '1970-01-01T00:00:00.000Z',
      api_version: '2028-01-01',
      data: { id: 'o', amount_cents: 100, currency: 'eur' },
    });
    expect(rendered('2027-01-01')).toMatchObject({ api_version: '2027-01-01', data: { id: 'o', amount_cents: 100 } });
    expect(rendered('2027-01-01').data).not.toHaveProperty('currency');
    expect(rendered('2026-07-06')).toMatchObject({ api_version: '2026-07-06', data: { id: 'o', amount: 100 } });
  });

  test('is as it was recorded where no release changed the payload', () => {
    const body = eventRenderer(changes)({ ...event, type: 'ping', data: '{ "endpoint_id":"x" }' }, '2026-07-06');
    expect(body).toContain('"data":{ "endpoint_id":"x" }}');
    expect(render(event, '2026-07-06')).toContain(`"data":${event.data}}`);
  });
});

// `npm run types` checks these tests. An error that is expected and does not come fails it.
describe('what makes a former payload', () => {
  test('reads the payload of its release, and makes that of the one before', () => {
    const wrong: Partial<Changes['2027-01-01']>[] = [
      // @ts-expect-error The former name of the field is another one.
      { 'order.created': ({ id, amount_cents }) => ({ id, amounts: amount_cents }) },
      // @ts-expect-error The release's own payload has no such field.
      { 'order.created': ({ id, amount }) => ({ id, amount }) },
      // @ts-expect-error The release changed no ping.
      { ping: (data) => data },
    ];
    expectTypeOf(wrong).toBeArray();
  });

  test('is there for every payload that a release changed', () => {
    // @ts-expect-error The third release changed an order too.
    const forgotten: Changes = { '2027-01-01': second };
    // @ts-expect-error The second release changed an order.
    const empty: Changes['2027-01-01'] = {};
    expectTypeOf([forgotten, empty]).toBeArray();
  });
});

describe('an event', () => {
  const order = {} as Order;
  const fact = { agencyId: 'a', creatorId: null, occurredAt: new Date(0) };

  test('is of a type that is delivered', () => {
    expectTypeOf<EventType>().toEqualTypeOf<DeliveryEventType>();
    expectTypeOf<NewEvent['type']>().toEqualTypeOf<DeliveryEventType>();
  });

  test('carries what the contract says of its type', () => {
    expectTypeOf<EventOf<'order.created'>['data']>().toEqualTypeOf<CurrentPayloads['order.created']>();
    const events: NewEvent[] = [
      { ...fact, type: 'order.created', data: order },
      { ...fact, type: 'ping', data: { endpoint_id: 'e' } },
      // @ts-expect-error A field is misspelt.
      { ...fact, type: 'ping', data: { endpoint: 'e' } },
      // @ts-expect-error A ping carries no order.
      { ...fact, type: 'ping', data: order },
      // @ts-expect-error A field is missing.
      { ...fact, type: 'assignment.updated', data: { account_id: 'a', fan_id: 'f' } },
      // @ts-expect-error There is no such event.
      { ...fact, type: 'order.paid', data: order },
    ];
    expectTypeOf(events).toBeArray();
  });
});

describe('the payloads of the releases', () => {
  const releases = ['2028-01-01', '2027-01-01', '2026-07-06'].map((date) => ({ name: date, date, description: '' }));
  const textWith = (formerData: object) => {
    const document = structuredClone(contract) as unknown as ContractDocument;
    Object.assign(document.components!['schemas']!['OrderCreatedEvent'] as object, { 'x-former-data': formerData });
    return eventsText(document, { releases, changes: [] }).replace(/\s+/g, ' ');
  };

  test('are those that the contract keeps of former releases, until a later one', () => {
    const text = textWith({ '2027-01-01': { $ref: '#/components/schemas/FormerOrder' } });
    expect(text).toContain(`"2026-07-06": { "order.created": FormerOrder; "order.refunded": Order;`);
    expect(text).toContain(`"2027-01-01": { "order.created": FormerOrder; "order.refunded": Order;`);
    expect(text).toContain(`"2028-01-01": { "order.created": Order; "order.refunded": Order;`);
    expect(text).toContain(`CurrentPayloads = EventPayloads["2028-01-01"]`);
    expect(text).toContain(`interface ReleaseBefore { "2027-01-01": "2026-07-06"; "2028-01-01": "2027-01-01"; }`);
  });

  test.each(['2028-01-01', '2027-02-02'])('are retained of former releases alone, not of %s', (date) => {
    expect(() => textWith({ [date]: { $ref: '#/components/schemas/FormerOrder' } })).toThrow(/former data of .* no former release/);
  });
});
