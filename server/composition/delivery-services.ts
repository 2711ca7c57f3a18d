import { NotificationListener, type NotificationHandlers } from '../database/client/notification-listener.ts';
import { Deliverer } from '../delivery/deliverer.ts';
import { HistoryBytes } from '../delivery/record/history-bytes.ts';
import { DestinationGuard } from '../delivery/send/destination-connector.ts';
import { OperatorNotifier } from '../delivery/send/operator-notifier.ts';
import { attemptsChannel } from '../entities/channels.ts';
import { Outbox } from '../events/outbox.ts';
import { WakeUps } from '../events/wake-ups.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { systemClock } from '../lib/clock.ts';
import { ListenerStreams } from '../live/listener-streams.ts';
import type { Core } from './core.ts';
import { openJobs } from './jobs.ts';
import type { ServiceOptions } from './service.ts';

/** Events, deliveries and jobs. A process with `ROLE=api` only publishes events, and is notified of attempts. */
export interface DeliveryServices {
  readonly outbox: Outbox;
  readonly listenerStreams: ListenerStreams;
  /** Undefined in a process that does not deliver. */
  readonly deliverer: Deliverer | undefined;
  start(): Promise<void>;
  /** Stops claiming, and lets the attempts and jobs in flight end. */
  stop(): Promise<void>;
  /** Sends the remaining notifications of operators, and saves the counts. */
  close(): Promise<void>;
}

type DeliveryOptions = Pick<ServiceOptions, 'retryDelaysMs' | 'times'>;

function openDeliverer(
  { config, keyring, log, metrics, pools, tracing, destinations }: Core,
  notificationHandlers: NotificationHandlers,
  historyBytes: HistoryBytes,
  { retryDelaysMs, times }: DeliveryOptions,
): Deliverer {
  const guard = new DestinationGuard({ policy: destinations });
  return new Deliverer({
    pool: pools.sessions.pool,
    secrets: keyring,
    connector: guard.connector,
    knownHosts: guard,
    formerBrand: config.formerBrand,
    log,
    metrics,
    tracing,
    concurrency: config.workerConcurrency,
    webhookListeners: pools.worker,
    notificationHandlers,
    onRecorded: (batch) => historyBytes.count(batch),
    ...(retryDelaysMs ? { retrySchedule: retryDelaysMs } : {}),
    ...(times?.attemptMs ? { deadlineMs: times.attemptMs } : {}),
    ...(times?.sweepMs ? { sweepMs: times.sweepMs } : {}),
  });
}

export function composeDeliveryServices(core: Core, options: DeliveryOptions): DeliveryServices {
  const { config, log, metrics, pools, tracing } = core;
  const listenerStreams = new ListenerStreams({ scopedSql: core.scopedDataFor, log, renewalMs: options.times?.listenerRenewalMs });
  const notificationHandlers: NotificationHandlers = new Map([[attemptsChannel, (id) => listenerStreams.onNotification(id)]]);
  if (config.role === 'api') {
    // A deliverer has its own notification listener.
    const listener = new NotificationListener({ clock: systemClock, pool: pools.sessions.pool, log, handlers: notificationHandlers });
    return {
      outbox: new Outbox({ wakeUps: new WakeUps(pools.worker, log), tracing }),
      listenerStreams,
      deliverer: undefined,
      start: async () => listener.start(),
      stop: async () => void (await Promise.all([listener.stop(), listenerStreams.ended()])),
      close: () => Promise.resolve(),
    };
  }
  const historyBytes = new HistoryBytes(pools.worker, options.times?.historyCountMs);
  const deliverer = openDeliverer(core, notificationHandlers, historyBytes, options);
  const { operatorWebhook, formerBrand } = config;
  const notifier = operatorWebhook ? new OperatorNotifier({ address: operatorWebhook, formerBrand, log, metrics }) : undefined;
  const outbox = new Outbox({ dispatcher: deliverer, tracing });
  const jobs: JobRunner = openJobs(core, { deliverer, outbox, notifier });
  return {
    outbox,
    listenerStreams,
    deliverer,
    async start() {
      deliverer.start();
      await jobs.start();
    },
    stop: async () => void (await Promise.all([deliverer.stop(), jobs.stop(), listenerStreams.ended()])),
    async close() {
      await notifier?.close();
      await historyBytes.write().catch(() => undefined);
    },
  };
}
