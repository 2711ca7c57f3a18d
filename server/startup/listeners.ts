import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../composition/service.ts';
import type { Config } from '../config/config.ts';
import { ownHost } from '../http/connection/host-header.ts';
import { listen, type Listener } from '../http/connection/listener.ts';
import { sendUnavailable } from '../http/steps/send-problem.ts';
import type { Logger } from '../log/log.ts';
import { Readiness } from './readiness.ts';
import { StartError } from './start-error.ts';

/** Errors of listening on `::` on a machine without IPv6, where `0.0.0.0` covers every address. */
const withoutIpv6: readonly unknown[] = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'];

type Prefix = '' | 'OPERATOR_';

/** Both HTTP listeners of a process. Until the service is composed they respond with 503, except to probes. */
export class Listeners {
  /** The open listeners. */
  readonly all: Listener[] = [];
  readonly #readiness = new Readiness();
  readonly #handlers = new Map<Prefix, RequestListener>();
  #errorsBase = '';

  /**
   * Opens the operator listener, and the public one unless the process is a worker. Returns the settings with the ports, of which the system may choose
   * some. Throws a `StartError` that names the setting.
   */
  async open(config: Config, signal: AbortSignal): Promise<Config> {
    this.#errorsBase = config.errorsBase;
    const open = async (prefix: Prefix) => {
      const listener = await this.#openOne(config, prefix);
      this.all.push(listener);
      signal.throwIfAborted();
      return listener.port;
    };
    const operatorPort = await open('OPERATOR_');
    const opened = config.withPorts(config.role === 'worker' ? config.port : await open(''), operatorPort);
    this.#errorsBase = opened.errorsBase;
    return opened;
  }

  /** From here on the service handles requests. */
  serve({ publicHandler, operatorHandler, checks }: Pick<Service, 'publicHandler' | 'operatorHandler' | 'checks'>): void {
    this.#handlers.set('', publicHandler).set('OPERATOR_', operatorHandler);
    this.#readiness.ready(checks);
  }

  /**
   * Reports that the process is not ready, and serves requests for this time, until load balancers stop sending them. Each response ends
   * its connection.
   */
  async drain(seconds: number, log: Logger): Promise<void> {
    this.#readiness.drain();
    if (seconds === 0) return;
    for (const listener of this.all) listener.endConnections();
    log.info({ seconds }, 'draining; the listeners close afterwards');
    await sleep(seconds * 1_000);
  }

  async close(deadlineMs = 0, lingerMs = 0): Promise<void> {
    await Promise.all(this.all.splice(0).map((listener) => listener.close(deadlineMs, lingerMs)));
  }

  async #openOne(config: Config, prefix: Prefix): Promise<Listener> {
    const [host, port] = prefix === '' ? [config.host, config.port] : [config.operatorHost, config.operatorPort];
    const errorsBase = () => this.#errorsBase;
    const serve = this.#readiness.listener((request, response) => {
      const handler = this.#handlers.get(prefix);
      if (handler) handler(request, response);
      else sendUnavailable(request, response, errorsBase(), 'The service is starting. Try again shortly.');
    }, errorsBase);
    const isOwnHost = prefix === '' ? {} : { isOwnHost: ownHost(config) };
    const listenOn = (address: string) => listen(serve, address, port, errorsBase, isOwnHost);
    try {
      return await listenOn(host).catch((error: NodeJS.ErrnoException) => {
        if (host !== '::' || !withoutIpv6.includes(error.code)) throw error;
        return listenOn('0.0.0.0');
      });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const elsewhere = `set ${prefix}PORT to another port`;
      if (code === 'EADDRINUSE')
        throw new StartError(`${prefix}PORT ${port} on ${host} is already in use; stop the process that uses it or ${elsewhere}`);
      if (code === 'EACCES') throw new StartError(`${prefix}PORT ${port} needs privileges that this user does not have; ${elsewhere}`);
      throw new StartError(
        `${prefix}HOST ${host} is not an address to listen on (${message}); accepted: a host name or IP address of this machine`,
      );
    }
  }
}
