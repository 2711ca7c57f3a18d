import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../problems/problem.ts';
import { refuseUnstorableBody } from './refuse-unstorable.ts';

const defaultLimitBytes = 256 * 1024;

/** How long and how much of a refused body is still taken, so that the caller can read the answer before the end. */
const drainMs = 2_000;
const drainBytes = 64 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(request: Request, response: Response, limit: number): Problem {
  let drained = 0;
  const end = () => request.destroy();
  const timer = setTimeout(end, drainMs);
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > drainBytes) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
  response.setHeader('connection', 'close');
  return new Problem('payload_too_large', { detail: `The body is over ${limit.toLocaleString('en')} bytes.` });
}

function refuseMediaType(request: Request): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type', { detail: `Send the body uncompressed, not as ${encoding}.` });
  }
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i.test(type.trim())) {
    const sent = type === '' ? 'without a Content-Type' : `as ${JSON.stringify(type)}`;
    throw new Problem('unsupported_media_type', { detail: `The body was sent ${sent}. Send it as application/json in UTF-8.` });
  }
}

function collect(request: Request, response: Response, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        request.off('data', onData).off('end', onEnd);
        reject(tooLarge(request, response, limit));
      } else {
        chunks.push(chunk);
      }
    };
    const onEnd = () => resolve(Buffer.concat(chunks, length));
    request.on('data', onData).on('end', onEnd);
    request.once('error', reject);
    request.once('close', () => reject(new Problem('validation_failed', { detail: 'The connection closed before the whole body was sent.' })));
  });
}

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new Problem('validation_failed', { detail: 'The body is not valid UTF-8.', cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('validation_failed', { detail: `The body is not valid JSON: ${(cause as Error).message}`, cause });
  }
  refuseUnstorableBody(text, value);
  return value;
}

/**
 * Reads the body as JSON; undefined where none was sent. A body needs `Content-Type: application/json`; an empty one
 * needs nothing. The body of a `GET` has no meaning and is not read.
 */
async function readBody(request: Request, response: Response, limit: number): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const declared = request.headers['content-length'];
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (!isChunked && (declared === undefined || declared === '0')) return undefined;
  if (Number(declared) > limit) throw tooLarge(request, response, limit);
  if (!isChunked) refuseMediaType(request);
  const bytes = await collect(request, response, limit);
  if (bytes.length === 0) return undefined;
  refuseMediaType(request);
  return parse(bytes);
}

/** The step that leaves the parsed body on the request. */
export function bodyReader(limitBytes = defaultLimitBytes): RequestHandler {
  return async (request, response, next) => {
    request.body = await readBody(request, response, limitBytes);
    next();
  };
}
