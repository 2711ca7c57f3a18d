import { withTimeout } from '../lib/with-timeout.ts';

/** The IPC channel of a process: that of a worker of `node:cluster`, or its own. */
type Channel = Pick<NodeJS.Process, 'send'> & { on(event: 'message', listener: (message: Message) => void): unknown };

interface Message {
  readonly id: number;
  /** Undefined in the answer to a call. */
  readonly call?: string;
  readonly body?: unknown;
}

/** What a process serves the other one, by name. None of it throws. */
export type Served = Readonly<Record<string, (body: never) => unknown>>;

/** Calls the other process. Rejects when it does not answer within the time, a second unless given. */
export type Call = <Answer>(name: string, body?: unknown, withinMs?: number) => Promise<Answer>;

/** Connects a process with its parent, or with one of its children. */
export function connect(channel: Channel, served: Served): Call {
  const waiting = new Map<number, (body: unknown) => void>();
  let lastId = 0;
  // What cannot be sent to a process that ends is lost with it.
  const send = (message: Message) => void channel.send?.(message, undefined, undefined, () => undefined);
  const receive = async ({ id, call, body }: Message) => {
    if (call === undefined) waiting.get(id)?.(body);
    else send({ id, body: await served[call]!(body as never) });
  };
  channel.on('message', (message) => void receive(message));
  return <Answer>(call: string, body?: unknown, withinMs = 1_000) => {
    const id = ++lastId;
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    send({ id, call, body });
    return withTimeout(answer as Promise<Answer>, withinMs).finally(() => waiting.delete(id));
  };
}
