import type { RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectContract, type ListenerName } from './contract.ts';

type Chunk = string | Uint8Array | (() => void) | null | undefined;

/** Undefined if the body is not in the encoding of its `Content-Encoding`. */
function decode(bytes: Buffer, coding: string | null): string | undefined {
  try {
    if (bytes.length === 0 || coding === null) return bytes.toString();
    if (coding === 'br') return brotliDecompressSync(bytes).toString();
    return coding === 'gzip' ? gunzipSync(bytes).toString() : undefined;
  } catch {
    return undefined;
  }
}

function headersOf(response: ServerResponse): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.getHeaders())) {
    for (const text of [value].flat()) headers.append(name, String(text));
  }
  return headers;
}

/** Checks each response of an HTTP listener against the contract when it is sent, and collects violations. */
export class ResponseWatch {
  readonly #found: { readonly requestId: string | null; readonly error: Error }[] = [];

  over(listener: ListenerName, handler: RequestListener): RequestListener {
    return (request, response) => {
      const { method = '', url = '' } = request;
      this.#atEnd(response, (bytes) => this.#check(listener, method, url, response, bytes, request.headers['service-version']));
      handler(request, response);
    };
  }

  /** Throws the violation of the response with this request id. */
  throwFor(requestId: string | null): void {
    const found = this.#found.find((violation) => violation.requestId === requestId);
    if (found) throw found.error;
  }

  /** Throws all violations since the last call. */
  throwAll(): void {
    const found = this.#found.splice(0);
    if (found.length === 0) return;
    const messages = new Set(found.map(({ error }) => error.message));
    throw new Error([`${found.length} answers are not what the contract declares:`, ...[...messages].slice(0, 20)].join('\n'));
  }

  /** Calls `look` before the last bytes are sent, so that the check ends before the caller reads the response. */
  #atEnd(response: ServerResponse, look: (bytes: Buffer) => void): void {
    const chunks: Buffer[] = [];
    let hasEnded = false;
    const keep = (chunk: Chunk, encoding?: unknown) => {
      if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    const { write, end } = response as unknown as Record<'write' | 'end', (...given: unknown[]) => unknown>;
    Object.assign(response, {
      write(chunk: Chunk, ...rest: unknown[]) {
        keep(chunk, rest[0]);
        return write.call(response, chunk, ...rest);
      },
      end(chunk?: Chunk, ...rest: unknown[]) {
        if (!hasEnded) {
          hasEnded = true;
          keep(chunk, rest[0]);
          look(Buffer.concat(chunks));
        }
        return end.call(response, chunk, ...rest);
      },
    });
  }

  #check(
    listener: ListenerName,
    method: string,
    target: string,
    response: ServerResponse,
    bytes: Buffer,
    asked: string | string[] | undefined,
  ): void {
    const headers = headersOf(response);
    const place = `${method} ${target} answered ${response.statusCode}`;
    try {
      const length = headers.get('content-length');
      if (length !== null && method !== 'HEAD' && Number(length) !== bytes.length) {
        throw new Error(`${place} with ${bytes.length} bytes and content-length: ${length}`);
      }
      const coding = headers.get('content-encoding');
      const text = decode(bytes, coding);
      if (text === undefined) throw new Error(`${place} with a body that is not in ${coding}`);
      expectContract(listener, method, target, { status: response.statusCode, headers, text, version: asked?.toString() });
    } catch (error) {
      this.#found.push({ requestId: headers.get('x-request-id'), error: error as Error });
    }
  }
}
