import type { Fetch, ResponseInformation } from '@agency-service/sdk';
import type { Output } from './output.ts';
import { redacted, redactedHeaders } from './redact.ts';

/** Ends a command whose request was shown instead of sent. */
export class RequestShown extends Error {
  override readonly name = 'RequestShown';
}

/** The functions that replace the sending of requests. */
interface Interception {
  readonly fetch: Fetch;
  readonly onResponse: (response: Pick<ResponseInformation, 'headers'>) => void;
}

const mark = 'x-not-sent';

/**
 * Shows the first changing request, and ends the command. Requests before it that change nothing are sent: reads, and dry runs of the
 * service. With `every`, no request is sent.
 */
export function intercepted(send: Fetch, output: Output, every: boolean): Interception {
  return {
    fetch(url, init) {
      const { method = 'GET' } = init;
      const body = typeof init.body === 'string' ? bodyOf(init.body) : undefined;
      const changesNothing = method === 'GET' || method === 'HEAD' || (Object(body) as { dry_run?: unknown }).dry_run === true;
      if (changesNothing && !every) return send(url, init);
      show(output, {
        method,
        url,
        headers: redactedHeaders(new Headers(init.headers)),
        ...(body !== undefined && { body: redacted(body) }),
      });
      return Promise.resolve(new Response(null, { status: 204, headers: { [mark]: 'true' } }));
    },
    // An error in `fetch` would count as a failed attempt.
    onResponse({ headers }) {
      if (headers?.has(mark)) throw new RequestShown();
    },
  };
}

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** For a program, the request as a document; for a person, a curl command. */
function show(output: Output, request: ShownRequest): void {
  if (output.json) output.document(request);
  else output.line(curlOf(request));
  output.note('This request was not sent (--dry-run).');
}

function curlOf({ method, url, headers, body }: ShownRequest): string {
  const variable = /\/operator\/|\/metrics$/.test(new URL(url).pathname) ? 'SVC_OPERATOR_TOKEN' : 'SVC_API_KEY';
  const parts = [
    `curl -X ${method} ${quoted(url)}`,
    `-H "Authorization: Bearer $${variable}"`,
    ...Object.entries(headers).flatMap(([name, value]) => (name === 'authorization' ? [] : [`-H ${quoted(`${name}: ${value}`)}`])),
    ...(body === undefined ? [] : [`--data-raw ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
