import type { Answer, TestService } from './service.ts';

/** Headers of each request of the console's page. */
export const ownPage = { 'x-requested-with': 'console', 'sec-fetch-site': 'same-origin' } as const;

export interface ConsoleOptions {
  /** The session's cookie, as `name=value`. */
  readonly cookie?: string;
  /** Instead of the headers of the console's page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request to the operator listener as a browser does. */
export async function fromBrowser(
  { operatorUrl }: Pick<TestService, 'operatorUrl'>,
  method: string,
  path: string,
  { cookie, headers = ownPage, body }: ConsoleOptions = {},
): Promise<Answer> {
  const response = await fetch(operatorUrl + path, {
    method,
    headers: {
      ...headers,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return { status: response.status, headers: response.headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** Logs in and answers with the cookie that the browser keeps. */
export async function logIn(service: TestService, token = service.operatorToken): Promise<string> {
  const answer = await fromBrowser(service, 'POST', '/console/session', { body: { token } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}
