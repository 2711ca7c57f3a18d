import type { ServiceError } from '../../sdk/src/errors.ts';
import { statusOf } from './errors.ts';
import { useChanges, useEventListener } from './hooks.ts';

const probeMs = 2_000;

/** Statuses of a service that does not respond, or of a proxy in front of one. */
const offlineStatuses: readonly number[] = [0, 502, 503, 504];

export const isOffline = (error: ServiceError): boolean => offlineStatuses.includes(statusOf(error));

/** Whether the service responds now. Requests the page itself, which needs no session. */
export const isReachable = (): Promise<boolean> =>
  fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } }).then(
    ({ status, body }) => {
      // A body that is not read would occupy its connection.
      void body?.cancel();
      return !offlineStatuses.includes(status);
    },
    () => false,
  );

/** The connection to the service. While it is lost, one request is repeated for all parts of the page. Emits `change`. */
class Connection extends EventTarget {
  isLost = false;

  lost(): void {
    if (this.isLost) return;
    this.#set(true);
    void this.#probe();
  }

  /** Asks whether the service responds. */
  check(): void {
    if (!this.isLost) void isReachable().then((is) => is || this.lost());
  }

  #set(isLost: boolean): void {
    this.isLost = isLost;
    this.dispatchEvent(new Event('change'));
  }

  async #probe(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, probeMs));
    while (!(await isReachable()));
    this.#set(false);
  }
}

export const connection = new Connection();

export function useOffline(): boolean {
  useChanges(connection);
  // A stream notices a lost network only when its heartbeat is late.
  useEventListener(window, 'offline', () => connection.check());
  return connection.isLost;
}

/** Calls the function when the service responds again. */
export function useReconnect(work: () => void): void {
  useEventListener(connection, 'change', () => !connection.isLost && work());
}
