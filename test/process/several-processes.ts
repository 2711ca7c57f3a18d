import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';

/** The processes that a parent has forked and that have not ended. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

export interface Request {
  readonly url: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A connection of its own unless given. */
  readonly agent?: Agent;
}

/** The status of the response. Rejects with the error of the connection. */
export function statusOf({ url, token, headers = {}, agent }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    httpRequest(url, { agent: agent ?? false, headers: { 'service-version': 'Amethyste', ...authorization, ...headers } }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Clients that send requests to both listeners, on kept and on new connections, until they are ended. Answers with how often each result came. */
export class Load {
  readonly results = new Map<string, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #loops: Promise<void>[] = [];
  #isOver = false;

  constructor(service: ServiceProcess) {
    const health = { url: `${service.baseUrl}/v1/_health` };
    const agencies = { url: `${service.operatorUrl}/operator/v1/agencies`, token: service.operatorToken };
    for (const request of [health, agencies]) {
      for (let n = 0; n < 3; n++) this.#loops.push(this.#repeat({ ...request, agent: this.#agent }));
      this.#loops.push(this.#repeat(request));
    }
  }

  async end(): Promise<ReadonlyMap<string, number>> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    this.#agent.destroy();
    return this.results;
  }

  async #repeat(request: Request): Promise<void> {
    while (!this.#isOver) {
      const result = await statusOf(request).then(String, ({ code, message }: NodeJS.ErrnoException) => code ?? message);
      this.results.set(result, (this.results.get(result) ?? 0) + 1);
      await sleep(10);
    }
  }
}

/** The values of a metric, by the process that reports them. */
export function valuesOf(text: string, metric: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (!line.startsWith(metric)) continue;
    const number = /process="(\d+)"/.exec(line)![1]!;
    values.set(number, (values.get(number) ?? 0) + Number(line.split(' ').at(-1)));
  }
  return values;
}

export async function scrape({ operatorUrl, operatorToken }: ServiceProcess, timeoutMs = 10_000): Promise<string> {
  const answer = await fetch(`${operatorUrl}/metrics`, {
    headers: { authorization: `Bearer ${operatorToken}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  return answer.text();
}
