import type { Socket } from 'node:net';

/**
 * Bounds the connections of a listener. Where another one comes, the one goes that has been without a request for
 * the longest time, so that whoever only holds connections keeps nobody out. Where all are at work, the new one goes.
 */
export class Connections {
  readonly #most: number;
  /** Those without a request that is whole, in the order in which they became so. */
  readonly #idle = new Set<Socket>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  opened(socket: Socket): void {
    this.#count++;
    socket.once('close', () => {
      this.#count--;
      this.#idle.delete(socket);
    });
    if (this.#count > this.#most) {
      const [longest = socket] = this.#idle;
      this.#idle.delete(longest);
      longest.destroy();
    }
    if (!socket.destroyed) this.#idle.add(socket);
  }

  began(socket: Socket): void {
    this.#idle.delete(socket);
  }

  ended(socket: Socket): void {
    if (!socket.destroyed) this.#idle.add(socket);
  }
}
