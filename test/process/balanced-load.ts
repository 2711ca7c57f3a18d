import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from './several-processes.ts';

const pollMs = 50;

/** Four clients stay below the limit of requests of a key. */
const pauseMs = 150;

interface Backend {
  readonly url: string;
  readonly agent: Agent;
  isReady: boolean;
}

/** A load balancer: it polls `/readyz` of each service, and sends requests in turn to those that are ready, on kept and on new connections. */
export class BalancedLoad {
  /** How often each service answered with 200. */
  readonly served = new Map<string, number>();
  /** Statuses other than 200, and errors of connections. */
  readonly failures: string[] = [];
  readonly #backends: readonly Backend[];
  readonly #loops: Promise<void>[] = [];
  readonly #token: string;
  #turn = 0;
  #isOver = false;

  constructor(urls: readonly string[], token: string) {
    this.#backends = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true, maxSockets: 8 }), isReady: true }));
    this.#token = token;
    for (const backend of this.#backends) this.#loops.push(this.#poll(backend));
    for (let client = 0; client < 4; client++) this.#loops.push(this.#send(client % 2 === 0));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    for (const { agent } of this.#backends) agent.destroy();
  }

  async #poll(backend: Backend): Promise<void> {
    while (!this.#isOver) {
      backend.isReady = (await statusOf({ url: `${backend.url}/readyz` }).catch(() => 0)) === 200;
      await sleep(pollMs);
    }
  }

  async #send(keepsConnections: boolean): Promise<void> {
    while (!this.#isOver) {
      const ready = this.#backends.filter(({ isReady }) => isReady);
      const backend = ready[this.#turn++ % ready.length];
      if (backend === undefined) {
        await sleep(pollMs);
        continue;
      }
      const { url, agent } = backend;
      const result = await statusOf({ url: `${url}/v1/me`, token: this.#token, ...(keepsConnections && { agent }) }).catch(
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (result === 200) this.served.set(url, (this.served.get(url) ?? 0) + 1);
      else this.failures.push(`${url}: ${result}`);
      await sleep(pauseMs);
    }
  }
}
