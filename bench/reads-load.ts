import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly path: string;
  /** Keys of which each connection uses a share of its own, in turn. */
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytes: number;
}

/** Runs one kind of request. Any answer but 2xx ends the benchmark. */
export function measure({ url, path, keys, connections, seconds }: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    let next = 0;
    const instance = autocannon(
      {
        url,
        connections,
        duration: seconds,
        setupClient(client) {
          const share = Math.floor(keys.length / connections);
          const own = keys.slice(share * next, share * (next + 1));
          next += 1;
          client.setRequests(
            own.map((key) => ({ method: 'GET', path, headers: { authorization: `Bearer ${key}`, 'service-version': 'Amethyste' } })),
          );
        },
      },
      (error, result) => {
        if (error) reject(error as Error);
        else if (result.non2xx > 0 || result.errors > 0)
          reject(new Error(`${path}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`));
        else {
          resolve({
            perSecond: result.requests.total / result.duration,
            p50Ms: result.latency.p50,
            p99Ms: result.latency.p99,
            bytes: result.throughput.total / result.requests.total,
          });
        }
      },
    );
    instance.on('reqError', () => undefined);
  });
}
