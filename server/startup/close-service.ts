import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../composition/service.ts';
import type { Logger } from '../log/log.ts';
import type { Listeners } from './listeners.ts';

/** Requests and attempts in flight get this long to end. */
export const stopDeadlineMs = 8_000;

/** After the deadline, what was given up is written down and the pools close. Whatever then remains is left behind. */
export const leaveAfterMs = stopDeadlineMs + 1_000;

/** Stops the service with its listeners, or these alone where it was not composed yet. */
export async function closeService(service: Service | undefined, listeners: Listeners, log: Logger): Promise<void> {
  const closing = service ? service.stop(listeners.all, stopDeadlineMs) : listeners.close();
  const isClosed = await Promise.race([closing.then(() => true), sleep(leaveAfterMs, false)]);
  if (!isClosed) log.warn({}, 'stopped before all work had ended; leases will expire, and pending deliveries stay pending');
}
