import type { Socket } from 'node:net';

/**
 * Limits the connections of an HTTP listener. At the limit, a new connection replaces the oldest one that has not sent a valid key or
 * token, else the one that has been idle longest. If all are busy, the new one is closed.
 */
export class Connections {
  readonly #max: number;
  /** In the order in which they were opened. */
  readonly #unauthenticated = new Set<Socket>();
  /** Idle connections of authenticated callers, in the order in which their last request ended. */
  readonly #idle = new Set<Socket>();
  #count = 0;

  constructor(most: number) {
    this.#max = most;
  }

  open(socket: Socket): void {
    this.#count++;
    socket.once('close', () => {
      this.#count--;
      this.#unauthenticated.delete(socket);
      this.#idle.delete(socket);
    });
    this.#unauthenticated.add(socket);
    if (this.#count <= this.#max) return;
    const [oldest] = this.#unauthenticated;
    const [idle] = this.#idle;
    const closed = oldest === socket ? (idle ?? socket) : oldest!;
    this.#unauthenticated.delete(closed);
    this.#idle.delete(closed);
    closed.destroy();
  }

  beginRequests(socket: Socket): void {
    this.#idle.delete(socket);
  }

  endRequests(socket: Socket, isAuthenticated: boolean): void {
    if (isAuthenticated) this.#unauthenticated.delete(socket);
    if (!socket.destroyed && !this.#unauthenticated.has(socket)) this.#idle.add(socket);
  }
}
