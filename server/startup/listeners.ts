import type { RequestListener } from 'node:http';
import type { Config } from '../config/config.ts';
import { ownHost } from '../http/connection/host-header.ts';
import { listen, type Listener } from '../http/connection/listener.ts';
import { sendUnavailable } from '../http/steps/send-problem.ts';
import type { Readiness } from './readiness.ts';
import { StartError } from './start-error.ts';

/** A listener whose handler comes once the service is composed; until then it answers 503, except where the process reports its state. */
export class Gate {
  handler: RequestListener | undefined;
  readonly errorsBase: () => string;
  readonly listen: RequestListener;

  constructor(errorsBase: () => string, readiness: Readiness) {
    this.errorsBase = errorsBase;
    this.listen = readiness.listener((request, response) => {
      if (this.handler) this.handler(request, response);
      else sendUnavailable(request, response, errorsBase(), 'The service is starting. Try again shortly.');
    }, errorsBase);
  }
}

/** Errors of listening on `::` on a machine without IPv6, where `0.0.0.0` covers every address. */
const withoutIpv6: readonly unknown[] = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'];

/** Opens the public listener, or with its prefix the operator's. Throws a `StartError` that names the setting. */
export async function openListener(gate: Gate, config: Config, prefix: '' | 'OPERATOR_'): Promise<Listener> {
  const [host, port] = prefix === '' ? [config.host, config.port] : [config.operatorHost, config.operatorPort];
  try {
    const isOwnHost = prefix === '' ? {} : { isOwnHost: ownHost(config) };
    const listenOn = (address: string) => listen(gate.listen, address, port, gate.errorsBase, isOwnHost);
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
