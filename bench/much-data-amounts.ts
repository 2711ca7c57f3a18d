/** How much a database has: agencies stay the same, and each has more data with a larger share. */
export interface Amounts {
  readonly share: number;
  readonly agencies: number;
  readonly orders: number;
  readonly sends: number;
  /** Each goes to every endpoint of its agency. */
  readonly events: number;
  readonly deliveries: number;
}

export const endpointsOfAgency = 5;
export const eventDays = 30;
export const orderDays = 365;

const whole = { agencies: 1_000, orders: 10_000_000, deliveries: 50_000_000 };

export function amountsOf(share: number, deliveriesOfWhole = whole.deliveries): Amounts {
  const orders = Math.round(whole.orders * share);
  const events = Math.round((deliveriesOfWhole * share) / endpointsOfAgency);
  return { share, agencies: whole.agencies, orders, sends: Math.round(orders / 10), events, deliveries: events * endpointsOfAgency };
}

/**
 * SQL: the number of an agency at random, from 1 to `agencies`. The n-th has about 1/n of what the first has, which has a tenth of
 * everything.
 */
export const randomAgency = ({ agencies }: Amounts) => `floor(exp(random() * ln(${agencies + 1}.0::float8)))::int`;

/** SQL: the part of everything that the agency `n` has, from 0 to 1. */
export const partOf = (n: string, { agencies }: Amounts) => `(ln((${n} + 1.0) / ${n}) / ln(${agencies + 1}.0))`;

/** Agencies whose requests are measured: the largest one, and one of average size. */
export const measuredAgencies = { large: 1, average: 145 } as const;
