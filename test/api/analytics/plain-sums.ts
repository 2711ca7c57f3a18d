export interface Sale {
  readonly id: string;
  readonly creatorId: string;
  readonly userId: string | null;
  readonly orderType: 'tip' | 'push' | 'private_media' | 'subscription';
  readonly amountCents: number;
  readonly createdAtMs: number;
  readonly refundedAtMs: number | null;
}

export interface Message {
  readonly id: string;
  readonly creatorId: string;
  readonly userId: string | null;
  readonly sentAtMs: number;
}

export interface Sums {
  revenue_cents: number;
  refunded_cents: number;
  orders_count: number;
  messages_sent_count: number;
}

export type Granularity = 'hour' | 'day' | 'week' | 'month';

const dayMs = 86_400_000;

/** The calendar day that an instant falls on in a zone, by way of `Intl` alone. */
export function dayIn(timezone: string): (instantMs: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instantMs) => format.format(instantMs);
}

/** The first day of the period that a day lies in. */
export function periodOfDay(day: string, granularity: Exclude<Granularity, 'hour'>): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 7)}-01`;
  const date = Date.parse(day);
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return new Date(date - daysSinceMonday * dayMs).toISOString().slice(0, 10);
}

/** Sums facts one by one, by `keyOf`; a fact without a key is left out. */
export function plainSums(
  sales: readonly Sale[],
  messages: readonly Message[],
  keyOf: (instantMs: number, fact: Sale | Message) => string | null,
): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  const add = (instantMs: number, fact: Sale | Message, change: Partial<Sums>) => {
    const key = keyOf(instantMs, fact);
    if (key === null) return;
    const sum = sums.get(key) ?? { revenue_cents: 0, refunded_cents: 0, orders_count: 0, messages_sent_count: 0 };
    for (const [figure, by] of Object.entries(change) as [keyof Sums, number][]) sum[figure] += by;
    sums.set(key, sum);
  };
  for (const sale of sales) {
    add(sale.createdAtMs, sale, { revenue_cents: sale.amountCents, orders_count: 1 });
    if (sale.refundedAtMs !== null) add(sale.refundedAtMs, sale, { refunded_cents: sale.amountCents });
  }
  for (const message of messages) add(message.sentAtMs, message, { messages_sent_count: 1 });
  return sums;
}
