// Makes a process see a machine without IPv6: what it listens on there fails as the kernel refuses it.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  const host = typeof args[0] === 'object' ? args[0]?.host : args[1];
  if (!String(host).includes(':')) return listen.apply(this, args);
  const code = process.env.IPV6_REFUSAL;
  process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}: ${host}`), { code, syscall: 'listen' })));
  return this;
};
