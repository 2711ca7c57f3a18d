import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with more requests than this behind the one that is being answered is not read from until they are fewer. */
const mostWaiting = 16;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests of one connection: one at a time is served, and what waits when the connection goes is dropped unserved. */
class Line {
  readonly #socket: Socket;
  readonly #serve: (waiting: Waiting) => void;
  #waiting: Waiting[] = [];
  #isServing = false;
  #isHeldBack = false;

  constructor(socket: Socket, serve: (waiting: Waiting) => void) {
    this.#socket = socket;
    this.#serve = serve;
    // Whoever reads what is left of a body makes the connection flow again.
    socket.on('resume', () => this.#isHeldBack && socket.pause());
    socket.once('close', () => (this.#waiting = []));
  }

  join(waiting: Waiting): void {
    if (!this.#isServing) {
      this.#begin(waiting);
      return;
    }
    this.#waiting.push(waiting);
    if (this.#waiting.length < mostWaiting || this.#isHeldBack) return;
    this.#isHeldBack = true;
    this.#socket.pause();
  }

  #begin(waiting: Waiting): void {
    if (!this.#socket.writable) return;
    this.#isServing = true;
    waiting.response.once('close', () => this.#goOn());
    this.#serve(waiting);
  }

  #goOn(): void {
    this.#isServing = false;
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
    if (!this.#isHeldBack || this.#waiting.length >= mostWaiting) return;
    this.#isHeldBack = false;
    this.#socket.resume();
  }
}

/**
 * Serves the pipelined requests of a connection one after the other, so that they cost no more at once than a single
 * one. An answer of which nothing is read for `unreadTimeoutMs` ends with its connection.
 */
export function takeTurns(handle: RequestListener, unreadTimeoutMs: number): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  return (request, response) => {
    const { socket } = request;
    const serve = (waiting: Waiting) => {
      // The socket's own clock starts anew with whatever is read or written. An answer that is still being made has time.
      waiting.response.setTimeout(unreadTimeoutMs, () => {
        if (socket.writableLength > 0) socket.destroy();
      });
      handle(waiting.request, waiting.response);
    };
    const line = lines.get(socket) ?? new Line(socket, serve);
    lines.set(socket, line);
    line.join({ request, response });
  };
}
