import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { isOfKnown } from '../steps/request-state.ts';

/** As many requests of one connection are served at the same time; those behind them wait. */
const mostAtOnce = 8;

/** A connection with more requests than this waiting is not read from until they are fewer. */
const mostWaiting = 16;

interface PipelinedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests of one connection. What waits when the connection goes is dropped unserved. */
class Pipeline {
  readonly #socket: Socket;
  readonly #connections: Connections;
  readonly #serve: (exchanged: PipelinedRequest) => void;
  readonly #served: ServerResponse[] = [];
  #waiting: PipelinedRequest[] = [];
  #isHeldBack = false;

  constructor(socket: Socket, connections: Connections, serve: (exchanged: PipelinedRequest) => void) {
    this.#socket = socket;
    this.#connections = connections;
    this.#serve = serve;
    // Reading the rest of a body makes the connection flow again.
    socket.on('resume', () => this.#isHeldBack && socket.pause());
    socket.once('close', () => this.#end());
  }

  join(exchanged: PipelinedRequest): void {
    if (this.#served.length < mostAtOnce) {
      this.#begin(exchanged);
      return;
    }
    this.#waiting.push(exchanged);
    if (this.#waiting.length < mostWaiting || this.#isHeldBack) return;
    this.#isHeldBack = true;
    this.#socket.pause();
  }

  #begin(exchanged: PipelinedRequest): void {
    if (!this.#socket.writable) return;
    const { response } = exchanged;
    if (this.#served.length === 0) this.#connections.began(this.#socket);
    this.#served.push(response);
    response.once('close', () => this.#goOn(response));
    this.#serve(exchanged);
  }

  #goOn(response: ServerResponse): void {
    const index = this.#served.indexOf(response);
    if (index >= 0) this.#served.splice(index, 1);
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
    if (this.#served.length === 0) this.#connections.ended(this.#socket, isOfKnown(response));
    if (!this.#isHeldBack || this.#waiting.length >= mostWaiting) return;
    this.#isHeldBack = false;
    this.#socket.resume();
  }

  /** Node notifies only the response whose turn it is that the connection has closed. */
  #end(): void {
    this.#waiting = [];
    for (const response of [...this.#served]) {
      if (response.closed) continue;
      response.destroy();
      response.emit('close');
    }
  }
}

/**
 * Serves the pipelined requests of a connection a few at a time, so that their number costs nothing. An answer of which
 * nothing is read for `unreadTimeoutMs` ends with its connection.
 */
export function limitPipelining(handle: RequestListener, unreadTimeoutMs: number, connections: Connections): RequestListener {
  const lines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    const { socket } = request;
    const serve = (exchanged: PipelinedRequest) => {
      // The socket's own timer restarts with every read or write. A response that is still being produced has time.
      exchanged.response.setTimeout(unreadTimeoutMs, () => {
        if (socket.writableLength > 0) socket.destroy();
      });
      handle(exchanged.request, exchanged.response);
    };
    const line = lines.get(socket) ?? new Pipeline(socket, connections, serve);
    lines.set(socket, line);
    line.join({ request, response });
  };
}
