import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export type Step =
  { status: number; headers?: Record<string, string>; body?: unknown; text?: string; delayMs?: number } | 'hang' | 'reset' | 'break off';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** The responses to the next requests, in order; the last one is repeated. */
  script(...steps: Step[]): void;
  close(): Promise<void>;
}

/** A real HTTP server that follows a script and keeps what it was sent. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  let steps: Step[] = [{ status: 204 }];
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const step = steps.length > 1 ? steps.shift() : steps[0];
      if (step === undefined || step === 'hang') return;
      if (step === 'reset') return void request.socket.destroy();
      if (step === 'break off') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"data":');
        setTimeout(() => request.socket.destroy(), 20);
        return;
      }
      const isProblem = step.status >= 400;
      const type = isProblem ? 'application/problem+json' : 'application/json';
      const answer = (): void => {
        response.writeHead(step.status, {
          'x-request-id': `request-${seen.length}`,
          ...(step.body !== undefined && { 'content-type': type }),
          ...step.headers,
        });
        response.end(step.body === undefined ? step.text : JSON.stringify(step.body));
      };
      if (step.delayMs === undefined) answer();
      else setTimeout(answer, step.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    script(...next) {
      steps = next;
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The body of a problem as the service writes it. */
export function problem(slug: string, status: number, members: Record<string, unknown> = {}, headers: Record<string, string> = {}): Step {
  return {
    status,
    headers,
    body: { type: `https://errors.example/${slug}`, title: 'A title', status, instance: '/v1/x', ...members },
  };
}
