import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../composition/service.ts';
import type { Listener } from '../http/connection/listener.ts';
import type { Logger } from '../log/log.ts';
import type { Readiness } from './readiness.ts';

/** Requests and attempts in flight get this long to end. */
export const stopDeadlineMs = 8_000;

/** After the deadline, what was given up is written down and the pools close. Whatever then remains is left behind. */
export const leaveAfterMs = stopDeadlineMs + 1_000;

/**
 * Before the listeners close: the process reports that it is not ready, and serves requests for so long, until load balancers send it none. Each response ends
 * its connection.
 */
export async function drainService(readiness: Readiness, listeners: readonly Listener[], seconds: number, log: Logger): Promise<void> {
  readiness.drain();
  if (seconds === 0) return;
  for (const listener of listeners) listener.endConnections();
  log.info({ seconds }, 'draining; the listeners close afterwards');
  await sleep(seconds * 1_000);
}

/** Stops the service with its listeners, or these alone where it was not composed yet. */
export async function closeService(service: Service | undefined, listeners: readonly Listener[], log: Logger): Promise<void> {
  const closing = service ? service.stop(listeners, stopDeadlineMs) : Promise.all(listeners.map((listener) => listener.close(0)));
  const isClosed = await Promise.race([closing.then(() => true), sleep(leaveAfterMs, false)]);
  if (!isClosed) log.warn({}, 'stopped before all work had ended; leases will expire, and pending deliveries stay pending');
}
