import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServiceChecks } from '../status/service-checks.ts';
import { everyResponse, noStore } from '../http/steps/response-headers.ts';
import { sendUnavailable } from '../http/steps/send-problem.ts';

export const livenessPath = '/livez';
export const readinessPath = '/readyz';

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0];

function sendOk(request: IncomingMessage, response: ServerResponse): void {
  const body = 'ok\n';
  response.writeHead(200, { ...everyResponse, ...noStore, 'content-type': 'text/plain; charset=utf-8', 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Responds to liveness and readiness probes on both listeners, as soon as they are open and without a version or a key. A process that
 * starts, migrates or drains is live but not ready.
 */
export class Readiness {
  #reason: string | undefined = 'The service is starting.';
  #checks: Pick<ServiceChecks, 'database'> | undefined;

  /** From here on, the process is ready while its database responds. */
  ready(checks: Pick<ServiceChecks, 'database'>): void {
    this.#checks = checks;
    this.#reason = undefined;
  }

  /** The process still serves requests. Load balancers should send them to other processes. */
  drain(): void {
    this.#reason = 'The service is draining: it stops soon.';
  }

  /** A listener that responds to probes, and passes other requests to `others`. */
  listener(others: RequestListener, errorsBase: () => string): RequestListener {
    return (request, response) => {
      const path = request.method === 'GET' || request.method === 'HEAD' ? pathOf(request) : undefined;
      if (path === livenessPath) sendOk(request, response);
      else if (path === readinessPath) void this.#sendReadiness(request, response, errorsBase());
      else others(request, response);
    };
  }

  async #sendReadiness(request: IncomingMessage, response: ServerResponse, errorsBase: string): Promise<void> {
    const reason = this.#reason ?? (await this.#databaseFailure());
    if (reason === undefined) sendOk(request, response);
    else sendUnavailable(request, response, errorsBase, reason);
  }

  async #databaseFailure(): Promise<string | undefined> {
    const { value } = await this.#checks!.database();
    return 'failure' in value ? value.failure : undefined;
  }
}
