import type { Attempt, AttemptAnswer } from './listener-session.ts';

/** The service waits for ten seconds, of which the way to it and back takes a part. */
const forwardDeadlineMs = 9_000;
const excerptBytes = 4_096;
/** The rest of a body that takes longer is left out. */
const bodyWaitMs = 250;

/** What a local program responded, with what to do where it did not. */
export interface Forwarded {
  readonly answer: AttemptAnswer;
  readonly remedy: string | null;
}

/** Sends an attempt to a local program, byte for byte as it was signed. `option` is the one that names its URL. */
export async function forwardAttempt(
  url: string,
  { headers, body }: Pick<Attempt, 'headers' | 'body'>,
  option = '--forward',
): Promise<Forwarded> {
  const given = new Headers(headers.map(({ name, value }): [string, string] => [name, value]));
  try {
    const signal = AbortSignal.timeout(forwardDeadlineMs);
    const response = await fetch(url, { method: 'POST', headers: given, body, redirect: 'manual', signal });
    return { answer: { status_code: response.status, body: await beginning(response) }, remedy: remedyOf(response.status, url, option) };
  } catch (error) {
    return failed(error as Error & { cause?: NodeJS.ErrnoException }, new URL(url), option);
  }
}

function remedyOf(status: number, url: string, option: string): string | null {
  if (status >= 300 && status < 400)
    return `${url} redirects, and redirects are not followed. Use the address that it redirects to as ${option}.`;
  if (status === 404 || status === 405) return `${url} does not accept a POST. Check the path of ${option}.`;
  return null;
}

function failed({ name, message, cause }: Error & { cause?: NodeJS.ErrnoException }, { origin, hostname }: URL, option: string): Forwarded {
  const reason = cause?.message || message;
  const code = String(cause?.code ?? '');
  if (name === 'TimeoutError') {
    const remedy = `${origin} did not respond within ${forwardDeadlineMs / 1_000} s. Respond first, and do the work afterwards.`;
    return { answer: { error: 'timeout' }, remedy };
  }
  if (/CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code)) {
    return {
      answer: { error: 'tls_error' },
      remedy: `the certificate of ${origin} is not valid here (${reason}). Use http://, or set NODE_EXTRA_CA_CERTS.`,
    };
  }
  const remedies: Readonly<Record<string, string>> = {
    ECONNREFUSED: `nothing listens on ${origin}. Start your program, or use another ${option}.`,
    ENOTFOUND: `the name ${hostname} does not exist. Use another ${option}, such as http://localhost:3000/.`,
  };
  return { answer: { error: 'connection_error' }, remedy: remedies[code] ?? `${origin} cannot be reached: ${reason}` };
}

/** The first bytes of a body, as far as they arrive at once. */
async function beginning({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const until = AbortSignal.timeout(bodyWaitMs);
  const late = new Promise<{ done: true; value?: undefined }>((resolve) =>
    until.addEventListener('abort', () => resolve({ done: true }), { once: true }),
  );
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < excerptBytes) {
    const { done, value } = (await Promise.race([reader.read(), late])) as { done: boolean; value?: Uint8Array };
    if (done || value === undefined) break;
    chunks.push(value);
    size += value.length;
  }
  await reader.cancel().catch(() => undefined);
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, excerptBytes));
  // A byte that is not UTF-8 becomes three.
  return text.slice(0, excerptBytes);
}
