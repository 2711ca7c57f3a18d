import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A response that the service gave and the client never saw. */
export interface LostResponse {
  readonly status: number;
  readonly text: string;
}

export interface ResponseLosingProxy {
  readonly url: string;
  /** Method and path of the requests since the last `loseNext`, in order. */
  readonly seen: readonly string[];
  readonly lost: readonly LostResponse[];
  /** The response to the next request is read to its end, and then, when the work is done, the client's connection is cut. */
  loseNext(before?: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** A proxy between a client and the real service, which lets every request through and may lose its response. */
export async function startResponseLosingProxy(targetUrl: string, port = 0): Promise<ResponseLosingProxy> {
  const seen: string[] = [];
  const lost: LostResponse[] = [];
  let toLose = 0;
  let atLoss: (() => Promise<unknown>) | undefined;
  const server = createServer((request, response) => {
    const { method, url } = request;
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    seen.push(`${method} ${url}`);
    const losing = toLose > 0;
    if (losing) toLose -= 1;
    const forwarded = sendRequest(new URL(url ?? '/', targetUrl), { method, headers, agent: false }, (answer) => {
      void buffer(answer).then((body) => {
        if (losing) {
          lost.push({ status: answer.statusCode ?? 0, text: body.toString('utf8') });
          void Promise.resolve(atLoss?.()).finally(() => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 0, answer.headers).end(body);
      });
    });
    forwarded.on('error', () => request.socket.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    lost,
    loseNext(before) {
      atLoss = before;
      seen.length = 0;
      lost.length = 0;
      toLose = 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
