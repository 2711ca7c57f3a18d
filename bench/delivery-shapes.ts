/** How facts arrive and where their events go. */
export interface Shape {
  /** What `--only` calls it. */
  readonly name: string;
  readonly title: string;
  readonly facts: number;
  readonly agencies: number;
  /** Requests at once. */
  readonly inFlight: number;
  /** Facts of one request. */
  readonly batch: number;
  /** Of an agency, which has at most ten. */
  readonly endpoints: number;
  readonly creators: number;
  readonly fans: number;
  /** Orders that the agency has before it has endpoints. */
  readonly earlierOrders: number;
  readonly isHttps: boolean;
}

const usual = {
  facts: 4_000,
  agencies: 1,
  inFlight: 32,
  batch: 1,
  endpoints: 5,
  creators: 4,
  fans: 4_000,
  earlierOrders: 0,
  isHttps: false,
} as const;

/** One agency, one by one, 32 at once: also what warms up, and what counts as saturation. */
export const saturating: Shape = { ...usual, name: '1-agency', title: '1 agency, 32 in flight' };

/** What is published over HTTP, a row each, in the order of the run. */
export const publishing: readonly Shape[] = [
  saturating,
  { ...usual, name: '32-agencies', title: '32 agencies, 32 in flight', agencies: 32 },
  { ...usual, name: '1000-agencies', title: '1,000 agencies, 32 in flight', agencies: 1_000 },
  { ...usual, name: 'lone-sender', title: '1 agency, 1 in flight', facts: 1_000, inFlight: 1 },
  { ...usual, name: 'batches', title: '4 batches of 500 in flight', facts: 10_000, inFlight: 4, batch: 500 },
  { ...usual, name: 'many-fans', title: '500 creators, 100,000 fans', creators: 500, fans: 100_000 },
  { ...usual, name: 'one-fan', title: 'one fan with 10,000 orders', facts: 2_000, creators: 1, fans: 1, earlierOrders: 10_000 },
  { ...usual, name: 'https', title: 'HTTPS, connections kept alive', isHttps: true },
  { ...usual, name: '1000-endpoints', title: '1,000 endpoints of 100 agencies', facts: 2_000, agencies: 100, endpoints: 10 },
];

/** Facts at a steady rate. Their number comes from the rate. */
export const steady = {
  name: 'latency',
  /** Facts a second; the other rate is this share of the saturation, which is measured again in each round. */
  perSecond: 20,
  shareOfSaturation: 0.7,
} as const;

/** What piles up while the worker is stopped. */
export const piling: Shape = { ...usual, name: 'drain', title: 'drain', inFlight: 4, batch: 500 };

/** How long and how often everything is measured. */
export interface Effort {
  readonly rounds: number;
  /** What a shape has less of. */
  reduce(shape: Shape): Shape;
  readonly seconds: { readonly calm: number; readonly busy: number };
  /** Between a measurement's last delivery and its count, in which outcomes are written. */
  readonly settleMs: number;
}

export const full: Effort = { rounds: 3, reduce: (shape) => shape, seconds: { calm: 20, busy: 10 }, settleMs: 1_000 };

/** Shows that everything runs. Its figures say nothing. */
export const quick: Effort = {
  rounds: 1,
  reduce: (shape) => ({
    ...shape,
    facts: shape.facts / 100,
    batch: Math.min(shape.batch, 10),
    agencies: Math.min(shape.agencies, 3),
    creators: Math.min(shape.creators, 20),
    earlierOrders: Math.min(shape.earlierOrders, 100),
  }),
  seconds: { calm: 0.5, busy: 0.5 },
  settleMs: 100,
};
