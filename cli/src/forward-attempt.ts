import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Attempt, AttemptAnswer } from './listener-session.ts';
import { postLocally, remedyWithoutResponse } from './post-locally.ts';

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
  try {
    const response = await postLocally(
      url,
      headers.map(({ name, value }) => [name, value] as const),
      body,
    );
    const status = response.statusCode!;
    return { answer: { status_code: status, body: await beginning(response) }, remedy: remedyOf(status, url, option) };
  } catch (error) {
    const { error: cause, remedy } = remedyWithoutResponse(error, url, option);
    return { answer: { error: cause }, remedy };
  }
}

function remedyOf(status: number, url: string, option: string): string | null {
  if (status >= 300 && status < 400)
    return `${url} redirects, and redirects are not followed. Use the address that it redirects to as ${option}.`;
  if (status === 404 || status === 405) return `${url} does not accept a POST. Check the path of ${option}.`;
  return null;
}

/** The first bytes of a body, as far as they arrive at once. */
async function beginning(response: IncomingMessage): Promise<string> {
  const reader = (Readable.toWeb(response) as ReadableStream<Uint8Array>).getReader();
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
