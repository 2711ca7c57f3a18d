import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creator, order, refund, send } from '../../records/records.ts';
import { useService, type Agency } from '../agency.ts';
import { query, refresh } from './fixture.ts';
import { dayIn, periodOfDay, plainSums, type Granularity, type Message, type Sale, type Sums } from './plain-sums.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const firstMs = Date.UTC(2025, 0, 1);
const dayCount = 560;
const zones = [
  'UTC',
  'Europe/Paris',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const maxDays: Readonly<Record<Granularity, number>> = { hour: 7, day: 31, week: 365, month: 365 };

/** Any instant, and often one at or beside the beginning of a quarter hour, where periods begin. */
const instant = fc.oneof(
  fc.integer({ min: firstMs, max: firstMs + dayCount * dayMs }),
  fc
    .tuple(fc.integer({ min: 0, max: dayCount * 96 }), fc.constantFrom(-1, 0, 1))
    .map(([quarter, offset]) => firstMs + quarter * 15 * minuteMs + offset),
);
const user = fc.constantFrom(null, 'u1', 'u2', 'u3');
const creatorId = fc.constantFrom('c1', 'c2', 'c3');
const sale = fc.record({
  creatorId,
  userId: user,
  orderType: fc.constantFrom('tip', 'push', 'private_media', 'subscription'),
  amountCents: fc.integer({ min: 0, max: 50_000 }),
  createdAtMs: instant,
  refundedAtMs: fc.option(instant, { freq: 3 }),
});
const message = fc.record({ creatorId, userId: user, sentAtMs: instant });
const window = fc.record({
  timezone: fc.constantFrom(...zones),
  startDay: fc.integer({ min: -3, max: dayCount }),
  granularity: fc.constantFrom<Granularity>('hour', 'day', 'week', 'month'),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

const iso = (ms: number) => new Date(ms).toISOString();
const dateOf = (day: number) => iso(firstMs + day * dayMs).slice(0, 10);
const orderOf = ({ id, creatorId: of, userId, orderType, amountCents, createdAtMs }: Sale) =>
  order(id, of, { user_id: userId, order_type: orderType, amount_cents: amountCents, created_at: iso(createdAtMs) });
const refundsOf = (sales: readonly Sale[]) =>
  sales.flatMap(({ id, refundedAtMs }) => (refundedAtMs === null ? [] : [refund(id, iso(refundedAtMs))]));
const sendOf = ({ id, creatorId: of, userId, sentAtMs }: Message) => send(id, of, { sent_by_user_id: userId, sent_at: iso(sentAtMs) });

const none: Sums = { revenue_cents: 0, refunded_cents: 0, orders_count: 0, messages_sent_count: 0 };
const revenueOf = ({ revenue_cents, refunded_cents, orders_count }: Sums) => ({ revenue_cents, refunded_cents, orders_count });

/** Asks for one window in every way, and compares with the plain sums of what the key reaches. */
async function expectPlainSums(
  agency: Agency,
  reach: readonly string[],
  key: string,
  sales: readonly Sale[],
  messages: readonly Message[],
  drawn: { timezone: string; startDay: number; granularity: Granularity; share: number },
): Promise<void> {
  const { timezone, startDay, granularity, share } = drawn;
  const localDay = dayIn(timezone);
  const read = async (what: string, days: number, more: Record<string, string> = {}) => {
    const [start, end] = [dateOf(startDay), dateOf(startDay + Math.floor(share * (days - 1)))];
    const { status, body } = await agency.get(`/v1/analytics/${what}${query({ start, end, timezone, ...more })}`, { key });
    expect(status).toBe(200);
    const isInside = (ms: number) => localDay(ms) >= start && localDay(ms) <= end;
    const sumsBy = (keyOf: (ms: number, fact: Sale | Message) => string | null, of: (fact: Sale | Message) => boolean = () => true) =>
      plainSums(sales, messages, (ms, fact) => (isInside(ms) && reach.includes(fact.creatorId) && of(fact) ? keyOf(ms, fact) : null));
    return { body, sumsBy };
  };

  const revenue = await read('revenue', 365);
  expect(revenueOf(revenue.body)).toEqual(revenueOf(revenue.sumsBy(() => 'all').get('all') ?? none));
  const byType = revenue.sumsBy((_, fact) => ('orderType' in fact ? fact.orderType : null));
  expect(
    Object.fromEntries(revenue.body.by_order_type.map((item: any) => [item.order_type, [item.revenue_cents, item.orders_count]])),
  ).toEqual(
    Object.fromEntries(
      [...byType].filter(([, sums]) => sums.orders_count > 0).map(([type, sums]) => [type, [sums.revenue_cents, sums.orders_count]]),
    ),
  );

  const creators = await read('creators', 90);
  const byCreator = creators.sumsBy((_, fact) => fact.creatorId);
  expect(creators.body.data.map(({ creator_id: id, ...sums }: any) => [id, sums]).sort()).toEqual(
    reach.map((id) => [id, byCreator.get(id) ?? none]),
  );

  const employees = await read('employees', 365);
  expect(new Map(employees.body.data.map(({ user_id: id, ...sums }: any) => [id, sums]))).toEqual(
    employees.sumsBy((_, fact) => fact.userId),
  );

  for (const [more, of] of [
    [{}, () => true],
    [{ user_ids: 'u1,u3' }, (fact: Sale | Message) => fact.userId === 'u1' || fact.userId === 'u3'],
  ] as const) {
    const series = await read('revenue/timeseries', maxDays[granularity], { ...more, granularity, breakdown: 'creator' });
    const starts = [...new Set<string>(series.body.data.map((item: any) => item.period_start))];
    const startsMs = starts.map((start) => Date.parse(start));
    const periodOf = (ms: number) =>
      granularity === 'hour'
        ? starts[startsMs.findLastIndex((startMs) => startMs <= ms)]!
        : starts.find((start) => start.startsWith(periodOfDay(localDay(ms), granularity)))!;
    const expected = series.sumsBy((ms, fact) => `${periodOf(ms)} ${fact.creatorId}`, of);
    expect(series.body.data).toEqual(
      starts.flatMap((start) =>
        reach.map((id) => ({ period_start: start, creator_id: id, ...revenueOf(expected.get(`${start} ${id}`) ?? none) })),
      ),
    );
    const whole = await read('revenue/timeseries', maxDays[granularity], { ...more, granularity });
    const expectedWhole = whole.sumsBy((ms) => periodOf(ms), of);
    expect(whole.body.data).toEqual(starts.map((start) => ({ period_start: start, ...revenueOf(expectedWhole.get(start) ?? none) })));
  }
}

describe('analytics', () => {
  const newAgency = useService();

  it('answer with the sums of the raw orders, refunds and messages, for any window, zone and reach, also after changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 40 }),
        fc.array(sale, { maxLength: 10 }),
        fc.array(message, { maxLength: 30 }),
        fc.array(message, { maxLength: 5 }),
        fc.array(window, { minLength: 2, maxLength: 2 }),
        async (drawnSales, changes, drawnMessages, messageChanges, windows) => {
          const agency = await newAgency();
          const sales = drawnSales.map((item, index): Sale => ({ ...item, id: `o${index}` }));
          const messages = drawnMessages.map((item, index): Message => ({ ...item, id: `s${index}` }));
          await agency.ingest(creator('c3'), ...sales.map(orderOf), ...refundsOf(sales), ...messages.map(sendOf));
          await refresh(agency);
          // Changed orders keep their first refund; an index beyond the first orders is a new order.
          const changedSales = changes.map((item, index): Sale => ({
            ...item,
            id: `o${index * 3}`,
            refundedAtMs: sales[index * 3]?.refundedAtMs ?? item.refundedAtMs,
          }));
          const changedMessages = messageChanges.map((item, index): Message => ({ ...item, id: `s${index * 3}` }));
          const changed = [...changedSales.map(orderOf), ...refundsOf(changedSales), ...changedMessages.map(sendOf)];
          if (changed.length > 0) await agency.ingest(...changed);
          await refresh(agency);

          const salesNow = [...new Map([...sales, ...changedSales].map((item) => [item.id, item])).values()];
          const messagesNow = [...new Map([...messages, ...changedMessages].map((item) => [item.id, item])).values()];
          for (const drawn of windows) {
            await expectPlainSums(agency, ['c1', 'c2', 'c3'], agency.key, salesNow, messagesNow, drawn);
            await expectPlainSums(agency, ['c1'], agency.restrictedKey, salesNow, messagesNow, drawn);
          }
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  }, 120_000);
});
