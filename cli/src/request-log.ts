import type { Fetch } from '@agency-service/sdk';
import { redactedBody, redactedHeaders, redactedText } from './redact.ts';

/** The detail of the log: off, one line for each request and response, or headers and bodies too. */
export type LogDetail = 'none' | 'lines' | 'whole';

const maxLoggedBodyLength = 20_000;

/** `--debug`, `--verbose`, or `SVC_DEBUG`: `api` for headers and bodies, any other value for lines. */
export function logDetailOf(options: { verbose?: boolean; debug?: boolean }, environment: NodeJS.ProcessEnv): LogDetail {
  const given = environment['SVC_DEBUG'] ?? '';
  if (options.debug || given === 'api') return 'whole';
  return options.verbose || !['', '0', 'false'].includes(given) ? 'lines' : 'none';
}

/** Reports each attempt that `send` makes and its response, without credentials and secrets. */
export function logged(send: Fetch, detail: LogDetail, note: (text: string) => void): Fetch {
  if (detail === 'none') return send;
  const isWhole = detail === 'whole';
  const noteHeaders = (mark: string, headers: Headers): void => {
    for (const [name, value] of Object.entries(redactedHeaders(headers))) note(`${mark} ${name}: ${value}`);
  };
  const noteBody = (text: string): void => {
    const shown = redactedBody(text);
    if (shown !== '')
      note(
        shown.length > maxLoggedBodyLength ? `${shown.slice(0, maxLoggedBodyLength)}… (${shown.length - maxLoggedBodyLength} more)` : shown,
      );
  };

  return async (url, init) => {
    const startedAt = performance.now();
    const passed = (): string => `${Math.round(performance.now() - startedAt)} ms`;
    note(`> ${init.method} ${redactedText(url)}`);
    if (isWhole) noteHeaders('>', new Headers(init.headers));
    if (isWhole && typeof init.body === 'string') noteBody(init.body);
    let response: Response;
    let body: string | null = null;
    try {
      response = await send(url, init);
      const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '');
      if (!isStream) body = await response.clone().text();
    } catch (error) {
      note(`< no response after ${passed()}: ${redactedText(reasonOf(error))}`);
      throw error;
    }
    const requestId = response.headers.get('x-request-id');
    const what = body === null ? 'a stream began' : `${new TextEncoder().encode(body).length} bytes`;
    note(`< ${response.status} after ${passed()}, ${what}${requestId === null ? '' : `, request ${requestId}`}`);
    if (isWhole) noteHeaders('<', response.headers);
    if (isWhole && body !== null) noteBody(body);
    return response;
  };
}

/** `fetch` puts the reason into the cause of its error "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = Object(error) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
