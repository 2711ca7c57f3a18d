/** A load: how facts arrive, and to which endpoints they are delivered. */
export interface Shape {
  /** The name for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly facts: number;
  readonly agencies: number;
  /** Concurrent requests. */
  readonly inFlight: number;
  /** Facts in a request. */
  readonly batch: number;
  /** Endpoints of each agency, at most ten. */
  readonly endpoints: number;
  readonly creators: number;
  readonly fans: number;
  /** Orders that the agency has before its endpoints exist. */
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

/** The load that also warms up the service and measures the saturation rate. */
export const saturating: Shape = { ...usual, name: '1-agency', title: '1 agency, 32 in flight' };

/** The loads that publish over HTTP, in the order of their rows in the report. */
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

/** Facts at a steady rate. */
export const steady = {
  name: 'latency',
  /** The rate of the first row, in facts per second. The second row runs at a share of the saturation rate, which each round measures. */
  perSecond: 20,
  shareOfSaturation: 0.7,
} as const;

/** The backlog that accumulates while the worker is stopped. */
export const backlog: Shape = { ...usual, name: 'drain', title: 'drain', inFlight: 4, batch: 500 };

/** The duration and the number of measurements. */
export interface Effort {
  readonly rounds: number;
  reduce(shape: Shape): Shape;
  readonly seconds: { readonly calm: number; readonly busy: number };
  /** Time after the last delivery, in which outcomes are written. */
  readonly settleMs: number;
}

export const full: Effort = { rounds: 3, reduce: (shape) => shape, seconds: { calm: 20, busy: 10 }, settleMs: 1_000 };

/** Only verifies that everything runs. */
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
