import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creator, order, refund, send } from '../../records/records.ts';
import { useService, type Agency } from '../agency.ts';
import { query, refresh } from './fixture.ts';
import { plainPeriods } from './plain-periods.ts';
import { dayIn, plainSums, type Granularity, type Message, type Sale, type Sums } from './plain-sums.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const firstMs = Date.UTC(2025, 0, 1);
const dayCount = 560;
/** Offsets and changes of less than an hour, changes at midnight, in Ramadan and of two hours, and both ends of the day. */
const oddZones = [
  'UTC',
  'America/St_Johns',
  'America/Havana',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const zone = fc.oneof(
  fc.constantFrom(...oddZones),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))),
);
const maxDays: Readonly<Record<Granularity, number>> = { hour: 7, day: 31, week: 365, month: 365 };

/** Any instant, and often one at or near the beginning of a quarter hour, where periods begin. */
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
  timezone: zone,
  startDay: fc.nat(dayCount),
  granularity: fc.constantFrom<Granularity>('hour', 'day', 'week', 'month'),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  creatorIds: fc.option(fc.subarray(['c1', 'c2', 'c3', 'nobody'], { minLength: 1 }), { nil: undefined }),
  userIds: fc.option(fc.subarray(['u1', 'u2', 'u3', 'nobody'], { minLength: 1 }), { nil: undefined }),
  isRestricted: fc.boolean(),
});
type Drawn = typeof window extends fc.Arbitrary<infer Value> ? Value : never;

/** The days in which a run's facts lie: mostly few, as a refresh costs by the week, and sometimes most of two years. */
const span = fc
  .constantFrom(10, 10, 10, 10, 10, 10, 10, 40, 40, 500)
  .chain((days) => fc.record({ days: fc.constant(days), first: fc.nat(dayCount - days) }));
type Span = typeof span extends fc.Arbitrary<infer Value> ? Value : never;

/** The instant at the same time of the day, on a day of the span. */
function within({ days, first }: Span, instantMs: number): number {
  return firstMs + first * dayMs + ((instantMs - firstMs) % (days * dayMs));
}

const iso = (ms: number) => new Date(ms).toISOString();
const dateOf = (day: number) => iso(firstMs + day * dayMs).slice(0, 10);
const orderOf = ({ id, creatorId: of, userId, orderType, amountCents, createdAtMs }: Sale) =>
  order(id, of, { user_id: userId, order_type: orderType, amount_cents: amountCents, created_at: iso(createdAtMs) });
const refundsOf = (sales: readonly Sale[]) =>
  sales.flatMap(({ id, refundedAtMs }) => (refundedAtMs === null ? [] : [refund(id, iso(refundedAtMs))]));
const sendOf = ({ id, creatorId: of, userId, sentAtMs }: Message) => send(id, of, { sent_by_user_id: userId, sent_at: iso(sentAtMs) });

const none: Sums = { revenue_cents: 0, refunded_cents: 0, orders_count: 0, messages_sent_count: 0 };
const revenueOf = ({ revenue_cents, refunded_cents, orders_count }: Sums) => ({ revenue_cents, refunded_cents, orders_count });

/** Asks for one window in every way, and compares with the plain sums of what the key reaches and the filters leave. */
async function expectPlainSums(agency: Agency, sales: readonly Sale[], messages: readonly Message[], drawn: Drawn): Promise<void> {
  const { timezone, startDay, granularity, share, creatorIds, userIds, isRestricted } = drawn;
  const localDay = dayIn(timezone);
  const covered = isRestricted ? ['c1'] : ['c1', 'c2', 'c3'];
  const reach = covered.filter((id) => creatorIds?.includes(id) ?? true);
  const read = async (what: string, days: number, more: Record<string, string | undefined> = {}) => {
    const [start, end] = [dateOf(startDay), dateOf(startDay + Math.floor(share * (days - 1)))];
    const asked = query({ start, end, timezone, creator_ids: creatorIds?.join(','), ...more });
    const { status, body } = await agency.get(`/v1/analytics/${what}${asked}`, { key: isRestricted ? agency.restrictedKey : agency.key });
    expect(status).toBe(200);
    const isInside = (ms: number) => localDay(ms) >= start && localDay(ms) <= end;
    const sumsBy = (keyOf: (ms: number, fact: Sale | Message) => string | null, of: (fact: Sale | Message) => boolean = () => true) =>
      plainSums(sales, messages, (ms, fact) => (isInside(ms) && reach.includes(fact.creatorId) && of(fact) ? keyOf(ms, fact) : null));
    return { body, sumsBy, start, end };
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

  const more = { granularity, user_ids: userIds?.join(',') };
  const of = ({ userId }: Sale | Message) => userIds === undefined || (userId !== null && userIds.includes(userId));
  const whole = await read('revenue/timeseries', maxDays[granularity], more);
  const periods = plainPeriods(whole.start, whole.end, timezone, granularity);
  const periodOf = (ms: number) => periods.findLast(({ startMs }) => startMs <= ms)!.start;
  const expectedWhole = whole.sumsBy((ms) => periodOf(ms), of);
  expect(whole.body.data).toEqual(periods.map(({ start }) => ({ period_start: start, ...revenueOf(expectedWhole.get(start) ?? none) })));

  const series = await read('revenue/timeseries', maxDays[granularity], { ...more, breakdown: 'creator' });
  const expected = series.sumsBy((ms, fact) => `${periodOf(ms)} ${fact.creatorId}`, of);
  expect(series.body.data).toEqual(
    periods.flatMap(({ start }) =>
      reach.map((id) => ({ period_start: start, creator_id: id, ...revenueOf(expected.get(`${start} ${id}`) ?? none) })),
    ),
  );
}

describe('analytics', () => {
  const newAgency = useService();

  it('answer with the sums of the raw orders, refunds and messages, for any window, zone, filter and reach, also after changes, a repeated batch and a late refund', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 25 }),
        fc.array(sale, { maxLength: 6 }),
        fc.array(message, { maxLength: 15 }),
        fc.array(message, { maxLength: 5 }),
        instant,
        span,
        fc.array(window, { minLength: 3, maxLength: 3 }),
        async (drawnSales, changes, drawnMessages, messageChanges, lateRefund, days, windows) => {
          const agency = await newAgency();
          const saleOf = (item: Omit<Sale, 'id'>, number: number): Sale => ({
            ...item,
            id: `o${number}`,
            createdAtMs: within(days, item.createdAtMs),
            refundedAtMs: item.refundedAtMs === null ? null : within(days, item.refundedAtMs),
          });
          const messageOf = (item: Omit<Message, 'id'>, number: number): Message => ({
            ...item,
            id: `s${number}`,
            sentAtMs: within(days, item.sentAtMs),
          });
          const sales = drawnSales.map(saleOf);
          const messages = drawnMessages.map(messageOf);
          const first = [creator('c3'), ...sales.map(orderOf), ...refundsOf(sales), ...messages.map(sendOf)];
          await agency.ingest(...first);
          await refresh(agency);
          expect(await agency.ingest(...first)).toEqual({ created: 0, updated: 0, unchanged: first.length });
          // Changed orders keep their first refund; an index beyond the first orders is a new order.
          const changedSales = changes.map((item, index): Sale => {
            const changed = saleOf(item, index * 3);
            return { ...changed, refundedAtMs: sales[index * 3]?.refundedAtMs ?? changed.refundedAtMs };
          });
          const changedMessages = messageChanges.map((item, index) => messageOf(item, index * 3));
          const changed = [...changedSales.map(orderOf), ...refundsOf(changedSales), ...changedMessages.map(sendOf)];
          if (changed.length > 0) await agency.ingest(...changed);

          const salesNow = [...new Map([...sales, ...changedSales].map((item) => [item.id, item])).values()];
          const kept = salesNow.findIndex(({ refundedAtMs }) => refundedAtMs === null);
          if (kept >= 0) {
            salesNow[kept] = { ...salesNow[kept]!, refundedAtMs: within(days, lateRefund) };
            await agency.ingest(...refundsOf([salesNow[kept]]));
          }
          await refresh(agency);
          const messagesNow = [...new Map([...messages, ...changedMessages].map((item) => [item.id, item])).values()];
          for (const drawn of windows) {
            const startDay = days.first - 3 + (drawn.startDay % (days.days + 3));
            await expectPlainSums(agency, salesNow, messagesNow, { ...drawn, startDay });
          }
        },
      ),
      { numRuns: 25, seed: 20_260_719, endOnFailure: true },
    );
  }, 120_000);
});
