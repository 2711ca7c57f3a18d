import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address that leads to a server, and to another one later, as a name does whose entry changes. */
export interface Switch {
  readonly url: string;
  /** From now on new connections reach this server; open ones stay. */
  leadTo(url: string): void;
  /** Ends the open connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function startSwitch(target: string): Promise<Switch> {
  let { port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    open.add(near);
    near.on('error', () => near.destroy()).on('close', () => (far.destroy(), open.delete(near)));
    far.on('error', () => far.destroy()).on('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = Object.assign(new URL(target), { port: String((server.address() as AddressInfo).port) }).href;
  const cut = () => {
    for (const near of open) near.destroy();
  };
  return {
    url,
    leadTo: (next) => void ({ port } = new URL(next)),
    cut,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
