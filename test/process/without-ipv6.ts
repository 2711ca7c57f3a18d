/** Preloaded by a process of a test, which then sees a machine without IPv6: to listen there fails as the kernel refuses it. */
import { Server } from 'node:net';

const { listen } = Server.prototype as { listen: (...args: unknown[]) => Server };

function listenWithoutIpv6(this: Server, ...args: unknown[]): Server {
  const host = String(typeof args[0] === 'object' ? (args[0] as { host?: string }).host : args[1]);
  if (!host.includes(':')) return listen.apply(this, args);
  const code = process.env.IPV6_REFUSAL;
  process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}: ${host}`), { code, syscall: 'listen' })));
  return this;
}
Server.prototype.listen = listenWithoutIpv6 as typeof Server.prototype.listen;
