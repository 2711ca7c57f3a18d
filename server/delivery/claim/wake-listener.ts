import type pg from 'pg';
import { sleep, type Clock } from '../../lib/clock.ts';
import { lease, type ConnectionLease } from '../../database/client/leasing-pool.ts';
import { dueChannel } from '../../entities/channels.ts';
import type { DueEndpoint } from './dispatcher.ts';

/** A message holds up to 8,000 bytes: more endpoints than these are announced without their names. */
export const mostNamedEndpoints = 80;

/** The message's form: the endpoints as arrays, or nothing where they are too many. */
export function readDueMessage(text: string): DueEndpoint[] | undefined {
  if (text === '') return undefined;
  return (JSON.parse(text) as [string, string, number][]).map(([agencyId, endpointId, sinceMicros]) => ({
    agencyId,
    endpointId,
    sinceMicros,
  }));
}

export interface WakeListenerOptions {
  readonly clock: Clock;
  readonly pool: pg.Pool;
  readonly log: { warn(fields: object, message: string): void };
  /** Called with the endpoints that have due deliveries; without names when they are unknown. */
  readonly onDue: (endpoints: readonly DueEndpoint[] | undefined) => void;
  /** Other channels, and what hears of their notifications; `undefined` stands for whatever was announced while nothing listened. */
  readonly channels?: ReadonlyMap<string, (payload: string | undefined) => void>;
}

const pauseMs = 1_000;

/** Listens on a connection of its own, and opens another one when that is lost. The sweep finds what was announced meanwhile. */
export class WakeListener {
  readonly #options: WakeListenerOptions;
  #connection: ConnectionLease | undefined;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(options: WakeListenerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#listen();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#connection?.release(true);
    await this.#running;
  }

  async #listen(): Promise<void> {
    const { clock, log } = this.#options;
    while (!this.#isStopping) {
      try {
        await this.#listenOnce();
      } catch (error) {
        if (!this.#isStopping) log.warn({ err: error }, 'lost the LISTEN connection; polling');
      }
      if (!this.#isStopping) await sleep(clock, pauseMs);
    }
  }

  /** Until the connection is lost or given up. */
  async #listenOnce(): Promise<void> {
    const { pool, onDue, channels } = this.#options;
    const connection = (this.#connection = await lease(pool));
    const { client } = connection;
    try {
      if (this.#isStopping) return;
      const lost = new Promise<void>((resolve) => client.once('end', resolve).once('error', () => resolve()));
      client.on('notification', ({ channel, payload }) => {
        if (channel === dueChannel) onDue(readDueMessage(payload ?? ''));
        else channels?.get(channel)?.(payload ?? '');
      });
      for (const channel of [dueChannel, ...(channels?.keys() ?? [])]) await client.query(`LISTEN ${channel}`);
      onDue(undefined);
      for (const hear of channels?.values() ?? []) hear(undefined);
      await lost;
    } finally {
      this.#connection = undefined;
      connection.release(true);
    }
  }
}
