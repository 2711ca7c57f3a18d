import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Attempt, AttemptAnswer } from './listener-session.ts';
import type { Header } from './option-values.ts';
import { postLocally, remedyWithoutResponse } from './post-locally.ts';

const excerptBytes = 4_096;
/** Later parts of a body are omitted. */
const bodyWaitMs = 250;

/** The response of a local program, or a remedy if there was none. */
export interface Forwarded {
  readonly answer: AttemptAnswer;
  readonly remedy: string | null;
}

/** Sends an attempt to a local program, byte for byte as it was signed, with `added` headers. `option` is the option with its URL. */
export async function forwardAttempt(
  url: string,
  { headers, body }: Pick<Attempt, 'headers' | 'body'>,
  option = '--forward',
  added: readonly Header[] = [],
): Promise<Forwarded> {
  try {
    const response = await postLocally(url, [...headers.map(({ name, value }): Header => [name, value]), ...added], body);
    const status = response.statusCode!;
    return { answer: { status_code: status, body: await readExcerpt(response) }, remedy: remedyOf(status, url, option) };
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

/** Decodes as much as possible of a truncated body. */
const deflated = { finishFlush: constants.Z_SYNC_FLUSH };
const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(deflated)],
  ['x-gzip', () => createGunzip(deflated)],
  ['deflate', () => createInflate(deflated)],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/** Shown in place of a body that cannot be decompressed, as the service does. */
const compressed = 'compressed body';

/** The decompressed body; undefined if it cannot be decompressed. */
function decompressed(response: IncomingMessage): Readable | undefined {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return response;
  const decoder = decoders.get(encoding)?.();
  return decoder && pipeline(response, decoder, () => undefined);
}

/** The first bytes of a body that arrive in time. A body that breaks off is still shown, because only the status counts. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const body = decompressed(response);
  if (body === undefined) {
    response.destroy();
    return compressed;
  }
  const reader = (Readable.toWeb(body) as ReadableStream<Uint8Array>).getReader();
  const until = AbortSignal.timeout(bodyWaitMs);
  const late = new Promise<undefined>((resolve) => until.addEventListener('abort', () => resolve(undefined), { once: true }));
  const next = () =>
    reader.read().then(
      ({ value }) => value,
      () => null,
    );
  const chunks: Uint8Array[] = [];
  let size = 0;
  let chunk: Uint8Array | null | undefined;
  while (size < excerptBytes && (chunk = await Promise.race([next(), late]))) {
    chunks.push(chunk);
    size += chunk.length;
  }
  await reader.cancel().catch(() => undefined);
  if (chunk === null && size === 0 && body !== response) return compressed;
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, excerptBytes));
  // A byte that is not UTF-8 becomes three.
  return text.slice(0, excerptBytes);
}
