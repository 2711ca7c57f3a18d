import type { Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import pg from 'pg';
import { addressesOf, needsPrimary } from '../../config/database-address.ts';
import { findPrimary, type Probe } from './primary.ts';
import { isThroughPooler } from './transaction-pooler.ts';

/** The parts of `pg` that its types lack. */
interface Wire {
  ssl: boolean | ConnectionOptions;
  readonly stream: Socket | TLSSocket;
  password(text: string): void;
  emit(event: 'error', error: Error): boolean;
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** The time in which a host must respond to a probe. */
const probeWithinMs = 2_000;

const readOnlyTransaction = '25006';

const resolutionUnknown = '08007';

/** The routine of PostgreSQL that warns if the wait for a standby ended early. Its name, unlike the message, is not translated. */
const waitsForStandby = 'SyncRepWaitForLSN';

/** Settings that PostgreSQL reports at the beginning of a session. libpq also derives from them whether a server accepts writes. */
const readOnlySettings: readonly unknown[] = ['in_hot_standby', 'default_transaction_read_only'];

const urlOf = (config?: string | pg.ClientConfig) => (typeof config === 'string' ? config : config?.connectionString) ?? '';

/** `pg` accepts one host. The host is chosen when the client connects. */
function withOneHost(config: string | pg.ClientConfig | undefined): string | pg.ClientConfig | undefined {
  const [connectionString, ...others] = addressesOf(urlOf(config));
  if (others.length === 0) return config;
  return typeof config === 'string' ? connectionString : { ...config, connectionString: connectionString! };
}

/**
 * A connection that checks the server's certificate as its URL says, whatever the environment says. It sends a clear-text password only over TLS
 * or a Unix socket, because any process at a TCP port would get it. If the URL requires the primary, it fails on a server that accepts no writes,
 * and chooses the primary among several hosts.
 */
export class TlsClient extends pg.Client {
  readonly #url: string;
  readonly #readOnly = new Set<unknown>();
  /** The error that ended the connection. */
  #lostBy: Error | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(withOneHost(config));
    this.#url = urlOf(config);
    // Pools add their listener after the connect. Without a listener, an earlier error would end the process.
    this.on('error', (error) => (this.#lostBy = error));
    const wire = (this as unknown as { connection: Wire }).connection;
    // PostgreSQL offers no TLS on a Unix socket: libpq ignores `sslmode` there.
    if (this.host.startsWith('/')) Object.assign(this, { ssl: (wire.ssl = false) });
    if (wire.ssl === true) wire.ssl = {};
    // Without a value, Node reads `NODE_TLS_REJECT_UNAUTHORIZED`.
    if (wire.ssl) wire.ssl.rejectUnauthorized ??= true;
    const sendPassword = wire.password.bind(wire);
    const messages = wire as unknown as NodeJS.EventEmitter;
    let isClear = false;
    messages.prependListener('authenticationCleartextPassword', () => (isClear = true));
    wire.password = (text: string) => {
      const isSafe = !isClear || 'encrypted' in wire.stream || this.host.startsWith('/');
      if (isSafe) return sendPassword(text);
      wire.emit('error', new Error('the server requests a clear-text password over a connection without TLS'));
      wire.stream.destroy();
    };
    messages.on('parameterStatus', ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
      if (!readOnlySettings.includes(parameterName)) return;
      if (parameterValue === 'on') this.#readOnly.add(parameterName);
      else this.#readOnly.delete(parameterName);
    });
    // If an administrator cancels the wait for a synchronous standby, PostgreSQL only warns, and reports the commit as done.
    messages.prependListener('notice', ({ routine }: { routine?: string }) => {
      if (routine !== waitsForStandby) return;
      wire.emit('error', Object.assign(new Error('the commit has not reached the synchronous standby'), { code: resolutionUnknown }));
      wire.stream.destroy();
    });
    if (!needsPrimary(this.#url)) return;
    // The next connection may be to the primary.
    messages.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyTransaction) setImmediate(() => wire.stream.destroy());
    });
    const connect = (callback?: Connected) => {
      const connected = this.#connectToPrimary();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
      return undefined;
    };
    this.connect = connect as typeof this.connect;
  }

  /** Whether the server reported that it accepts no writes. */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0;
  }

  async #connectToPrimary(): Promise<void> {
    const addresses = addressesOf(this.#url);
    if (addresses.length > 1) {
      const { host, port } = await findPrimary(addresses, (address) => this.#probeOf(address));
      if ((this as unknown as { _ending: boolean })._ending) throw new Error('Connection terminated');
      Object.assign(this, { host, port });
    }
    await super.connect();
    if (this.#lostBy) throw this.#lostBy;
    if (!this.isReadOnly || isThroughPooler(this.#url)) return;
    await this.end();
    throw Object.assign(new Error(`${this.host}:${this.port} accepts no writes`), { code: readOnlyTransaction });
  }

  #probeOf(connectionString: string): Probe {
    return new TlsClient({
      connectionString: connectionString.replaceAll(/target_session_attrs=[^&]*/g, 'target_session_attrs=any'),
      application_name: 'agency-service primary',
      connectionTimeoutMillis: probeWithinMs,
      query_timeout: probeWithinMs,
    });
  }
}
