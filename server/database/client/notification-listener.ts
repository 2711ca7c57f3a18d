import type pg from 'pg';
import { sleep, type Clock } from '../../lib/clock.ts';
import { lease, type ConnectionLease } from './leasing-pool.ts';

/** Receives the payload of a notification, or undefined after each connect, because notifications may have been missed before. */
export type NotificationHandler = (payload: string | undefined) => void;

/** Handlers by channel. The name of a channel must be an identifier that needs no quotes. */
export type NotificationHandlers = ReadonlyMap<string, NotificationHandler>;

export interface NotificationListenerOptions {
  readonly clock: Clock;
  readonly pool: pg.Pool;
  readonly log: { warn(fields: object, message: string): void };
  readonly handlers: NotificationHandlers;
}

const pauseMs = 1_000;

/** Listens to channels on a connection of its own, which it opens again when it is lost. */
export class NotificationListener {
  readonly #options: NotificationListenerOptions;
  #connection: ConnectionLease | undefined;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(options: NotificationListenerOptions) {
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

  async #listenOnce(): Promise<void> {
    const { pool, handlers } = this.#options;
    const connection = (this.#connection = await lease(pool));
    const { client } = connection;
    try {
      if (this.#isStopping) return;
      const lost = new Promise<void>((resolve) => client.once('end', resolve).once('error', () => resolve()));
      client.on('notification', ({ channel, payload }) => handlers.get(channel)?.(payload ?? ''));
      for (const channel of handlers.keys()) await client.query(`LISTEN ${channel}`);
      for (const handle of handlers.values()) handle(undefined);
      await lost;
    } finally {
      this.#connection = undefined;
      connection.release(true);
    }
  }
}
