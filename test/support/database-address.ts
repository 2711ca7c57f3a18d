import { connect, type Socket } from 'node:net';

/** Connects to the server of a URL: to a port, or to a Unix socket. */
export function connectTo({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
}
