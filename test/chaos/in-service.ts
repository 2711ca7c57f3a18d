/**
 * Loaded into each process of the service before it starts. Every request that it sends to a receiver names the process
 * sent it, and SIGUSR2 steps its clock: what Date shows is off by what the file holds, in milliseconds. Monotonic clocks
 * run as usual.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';

const { CHAOS_PROCESS, CHAOS_CLOCK } = process.env as { CHAOS_PROCESS: string; CHAOS_CLOCK: string };

const readOffset = () => Number(readFileSync(CHAOS_CLOCK, 'utf8'));
let offsetMs = readOffset();
process.on('SIGUSR2', () => (offsetMs = readOffset()));

const Actual = Date;
const now = () => Actual.now() + offsetMs;
const Stepped = new Proxy(Actual, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
  apply: () => new Actual(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
Actual.prototype.constructor = Stepped;
globalThis.Date = Stepped;

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  request.addHeader('chaos-process', CHAOS_PROCESS);
});
