import type { Socket } from 'node:net';

/**
 * Bounds the connections of a listener. A new one replaces the oldest of those that have not presented a valid
 * key or token yet; where there is none, the one that has been without a request for the longest time; and where all are
 * at work, the new one.
 */
export class Connections {
  readonly #most: number;
  /** In the order in which they were opened. */
  readonly #strangers = new Set<Socket>();
  /** Those of callers who are known, in the order in which their last request ended. */
  readonly #idle = new Set<Socket>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  opened(socket: Socket): void {
    this.#count++;
    socket.once('close', () => {
      this.#count--;
      this.#strangers.delete(socket);
      this.#idle.delete(socket);
    });
    if (this.#count > this.#most) {
      const gone = first(this.#strangers) ?? first(this.#idle) ?? socket;
      this.#strangers.delete(gone);
      this.#idle.delete(gone);
      gone.destroy();
    }
    if (!socket.destroyed) this.#strangers.add(socket);
  }

  began(socket: Socket): void {
    this.#idle.delete(socket);
  }

  /** Its last request has ended, of a caller who is known or not. */
  ended(socket: Socket, isKnown: boolean): void {
    if (isKnown) this.#strangers.delete(socket);
    if (!socket.destroyed && !this.#strangers.has(socket)) this.#idle.add(socket);
  }
}

function first<Item>(items: ReadonlySet<Item>): Item | undefined {
  const [item] = items;
  return item;
}
