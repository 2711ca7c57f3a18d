import { withTimeout } from '../lib/with-timeout.ts';

/** The IPC channel of a process: that of a worker of `node:cluster`, or its own. */
type Channel = Pick<NodeJS.Process, 'send'> & { on(event: 'message', listener: (message: Message) => void): unknown };

interface Message {
  readonly id: number;
  /** Undefined in the response to a call. */
  readonly call?: string;
  readonly body?: unknown;
}

/** The functions that the other process may call, by name. None of them throws. */
export type Served = Readonly<Record<string, (body: never) => unknown>>;

/** Calls a function of the other process. Rejects if it does not respond within the time, one second unless given. */
export type Call = <Result>(name: string, body?: unknown, withinMs?: number) => Promise<Result>;

/** Connects a process with its parent, or the parent with a worker. */
export function connect(channel: Channel, served: Served): Call {
  const waiting = new Map<number, (body: unknown) => void>();
  let lastId = 0;
  // A message to a process that ends is lost with it.
  const send = (message: Message) => void channel.send?.(message, undefined, undefined, () => undefined);
  const receive = async ({ id, call, body }: Message) => {
    if (call === undefined) waiting.get(id)?.(body);
    else send({ id, body: await served[call]!(body as never) });
  };
  channel.on('message', (message) => void receive(message));
  return <Result>(call: string, body?: unknown, withinMs = 1_000) => {
    const id = ++lastId;
    const response = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    send({ id, call, body });
    return withTimeout(response as Promise<Result>, withinMs).finally(() => waiting.delete(id));
  };
}
