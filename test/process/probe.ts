import { request as httpRequest } from 'node:http';

export interface Probe {
  readonly status: number;
  readonly text: string;
  readonly connection: string | undefined;
}

/** As an orchestrator asks: it connects to an address, and names this host. */
export function probe(url: string, host = 'localhost'): Promise<Probe> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent: false, headers: { host, connection: 'keep-alive' } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, text, connection: response.headers.connection }));
    })
      .on('error', reject)
      .end();
  });
}
