import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServiceChecks } from '../status/service-checks.ts';
import { everyResponse, noStore } from '../http/steps/response-headers.ts';
import { sendUnavailable } from '../http/steps/send-problem.ts';

/** Where an orchestrator asks whether the process lives. */
export const livenessPath = '/livez';
/** Where it asks whether to send requests. */
export const readinessPath = '/readyz';

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0];

function sendOk(request: IncomingMessage, response: ServerResponse): void {
  const body = 'ok\n';
  response.writeHead(200, { ...everyResponse, ...noStore, 'content-type': 'text/plain; charset=utf-8', 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Whether the process lives, and whether it wants requests, on both listeners and from the moment they are open. A process that starts, migrates or drains lives
 * and is not ready. The answers need neither a version nor a key.
 */
export class Readiness {
  #reason: string | undefined = 'The service is starting.';
  #checks: Pick<ServiceChecks, 'database'> | undefined;

  /** The process serves requests from here on, while its database responds. */
  ready(checks: Pick<ServiceChecks, 'database'>): void {
    this.#checks = checks;
    this.#reason = undefined;
  }

  /** The process still serves requests, and load balancers should send them elsewhere. */
  drain(): void {
    this.#reason = 'The service is draining: it stops soon.';
  }

  /** A listener that answers both questions, and leaves all other requests to `others`. */
  listener(others: RequestListener, errorsBase: () => string): RequestListener {
    return (request, response) => {
      const asks = request.method === 'GET' || request.method === 'HEAD' ? pathOf(request) : undefined;
      if (asks === livenessPath) sendOk(request, response);
      else if (asks === readinessPath) void this.#answer(request, response, errorsBase());
      else others(request, response);
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse, errorsBase: string): Promise<void> {
    const reason = this.#reason ?? (await this.#databaseFailure());
    if (reason === undefined) sendOk(request, response);
    else sendUnavailable(request, response, errorsBase, reason);
  }

  async #databaseFailure(): Promise<string | undefined> {
    const { value } = await this.#checks!.database();
    return 'failure' in value ? value.failure : undefined;
  }
}
