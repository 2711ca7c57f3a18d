import { describe, expect, expectTypeOf, test } from 'vitest';
import type { CurrentPayloads, EventType } from '../../generated/events.ts';
import type { DeliveryEventType, Order } from '../../generated/models.ts';
import { render } from '../../server/delivery/send/render.ts';
import type { EventOf, NewEvent } from '../../server/entities/new-event.ts';

test('the body of a delivery has the payload as it was recorded where no release changed it', () => {
  const event = { id: 'e', type: 'ping', occurredAt: 0, data: '{ "endpoint_id":"x" }' } as const;
  expect(render(event, '2026-07-06')).toBe(
    '{"id":"e","type":"ping","created_at":"1970-01-01T00:00:00.000Z","api_version":"2026-07-06","data":{ "endpoint_id":"x" }}',
  );
});

// `npm run types` checks these tests. An error that is expected and does not come fails it.
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
