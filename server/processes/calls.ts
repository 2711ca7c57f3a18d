/** What one process may request from the other, by name: each takes at most one argument. */
type Calls = Record<string, (body: never) => unknown>;

interface Call {
  readonly call: string;
  readonly id: number;
  readonly body?: unknown;
}

interface Answer {
  readonly answer: number;
  readonly body?: unknown;
  readonly error?: string;
}

/** Calls between a parent and a child, over their IPC channel, which carries messages of `node:cluster` too. */
export class CallChannel<Local extends Calls, Remote extends Calls> {
  readonly #send: (message: Call | Answer) => void;
  readonly #local: Local;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(send: (message: Call | Answer) => void, local: Local) {
    this.#send = send;
    this.#local = local;
  }

  /** Rejects with what the other process threw, or when the channel closes. */
  call<Name extends keyof Remote & string>(name: Name, ...[body]: Parameters<Remote[Name]>): Promise<Awaited<ReturnType<Remote[Name]>>> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#send({ call: name, id, body });
    return waiting.promise as Promise<Awaited<ReturnType<Remote[Name]>>>;
  }

  receive(message: Partial<Call & Answer>): void {
    if (message.call !== undefined) void this.#serve(message as Call);
    else if (message.answer !== undefined) this.#settle(message as Answer);
  }

  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('the other process has ended'));
    this.#waiting.clear();
  }

  async #serve({ call, id, body }: Call): Promise<void> {
    try {
      this.#send({ answer: id, body: await this.#local[call]!(body as never) });
    } catch (error) {
      this.#send({ answer: id, error: (error as Error).message });
    }
  }

  #settle({ answer, body, error }: Answer): void {
    const waiting = this.#waiting.get(answer);
    this.#waiting.delete(answer);
    if (error === undefined) waiting?.resolve(body);
    else waiting?.reject(new Error(error));
  }
}
