import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { isAuthenticated } from '../steps/request-state.ts';

/** Concurrent requests of one connection; later ones wait. */
const maxConcurrent = 8;

/** A connection with this many waiting requests is not read. */
const maxWaiting = 16;

interface PipelinedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests of one connection. When it closes, waiting ones are dropped. */
class Pipeline {
  readonly #socket: Socket;
  readonly #connections: Connections;
  readonly #serve: (exchange: PipelinedRequest) => void;
  readonly #served: ServerResponse[] = [];
  #waiting: PipelinedRequest[] = [];
  #isPaused = false;

  constructor(socket: Socket, connections: Connections, serve: (exchange: PipelinedRequest) => void) {
    this.#socket = socket;
    this.#connections = connections;
    this.#serve = serve;
    // Reading the rest of a body resumes the connection.
    socket.on('resume', () => this.#isPaused && socket.pause());
    socket.once('close', () => this.#close());
  }

  join(exchange: PipelinedRequest): void {
    if (this.#served.length < maxConcurrent) {
      this.#begin(exchange);
      return;
    }
    this.#waiting.push(exchange);
    if (this.#waiting.length < maxWaiting || this.#isPaused) return;
    this.#isPaused = true;
    this.#socket.pause();
  }

  #begin(exchange: PipelinedRequest): void {
    if (!this.#socket.writable) return;
    const { response } = exchange;
    if (this.#served.length === 0) this.#connections.beginRequests(this.#socket);
    this.#served.push(response);
    response.once('close', () => this.#end(response));
    this.#serve(exchange);
  }

  #end(response: ServerResponse): void {
    const index = this.#served.indexOf(response);
    if (index >= 0) this.#served.splice(index, 1);
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
    if (this.#served.length === 0) this.#connections.endRequests(this.#socket, isAuthenticated(response));
    if (!this.#isPaused || this.#waiting.length >= maxWaiting) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  /** Node emits `close` only on the first response of a closed connection. */
  #close(): void {
    this.#waiting = [];
    for (const response of [...this.#served]) {
      if (response.closed) continue;
      response.destroy();
      response.emit('close');
    }
  }
}

/** Serves the pipelined requests of a connection a few at a time. Closes a connection if nothing of a response is read for `unreadTimeoutMs`. */
export function limitPipelining(handle: RequestListener, unreadTimeoutMs: number, connections: Connections): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    const { socket } = request;
    const serve = (exchange: PipelinedRequest) => {
      // The socket's own timer restarts with every read or write. A response that is still being produced does not time out.
      exchange.response.setTimeout(unreadTimeoutMs, () => {
        if (socket.writableLength > 0) socket.destroy();
      });
      handle(exchange.request, exchange.response);
    };
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, connections, serve);
    pipelines.set(socket, pipeline);
    pipeline.join({ request, response });
  };
}
