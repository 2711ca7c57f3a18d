import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { limits } from '../../../generated/limits.ts';

/** A smaller body fits in one packet. */
const minBytes = limits.compressedBytes;

/** Larger bodies are compressed on another thread, because compressing them here would delay other requests for longer. */
const maxBytesAtOnce = 131_072;

/** These levels reduce a list to a sixth, like the defaults, in less time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
const gzipOptions = { level: 3 };

/** For bodies that are compressed once and sent often. */
const thoroughBrotliOptions = { params: { ...brotliOptions.params, [constants.BROTLI_PARAM_QUALITY]: 9 } };
const thoroughGzipOptions = { level: 9 };

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);

export type Coding = 'br' | 'gzip';

/** The supported coding with the highest weight in `Accept-Encoding`; undefined for none. */
export function acceptedCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name!, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

function compress(body: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const isSmall = body.length <= maxBytesAtOnce;
  if (coding === 'gzip') return isSmall ? gzipSync(body, gzipOptions) : gzipLater(body, gzipOptions);
  return isSmall ? brotliCompressSync(body, brotliOptions) : brotliLater(body, brotliOptions);
}

/** Compresses on another thread, at a high level. */
export function compressThoroughly(body: Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'gzip' ? gzipLater(body, thoroughGzipOptions) : brotliLater(body, thoroughBrotliOptions);
}

/** Chooses the coding of the body and sets it in the response's headers; undefined for none. */
export function chooseCoding(body: Buffer, request: Request, response: Response): Coding | undefined {
  if (body.length < minBytes) return undefined;
  response.vary('Accept-Encoding');
  const coding = acceptedCoding(request.get('accept-encoding'));
  if (coding) response.setHeader('content-encoding', coding);
  return coding;
}

/** Ends the response with the text, compressed if the caller accepts it. */
export async function sendCompressed(text: string, request: Request, response: Response): Promise<void> {
  const body = Buffer.from(text);
  const coding = chooseCoding(body, request, response);
  const sent = coding ? await compress(body, coding) : body;
  response.setHeader('content-length', sent.length);
  response.end(request.method === 'HEAD' ? undefined : sent);
}
