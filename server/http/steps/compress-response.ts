import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { limits } from '../../../generated/limits.ts';

/** A smaller answer fits in one packet as it is. */
const leastBytes = limits.compressedBytes;

/** Compressing a larger one at once would hold up other requests for longer than handing it to another thread costs. */
const mostBytesAtOnce = 131_072;

/** These levels leave a sixth of a list, as the defaults do, and take a part of their time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
const gzipOptions = { level: 3 };

/** For bodies that are compressed once and sent often. */
const thoroughBrotliOptions = { params: { ...brotliOptions.params, [constants.BROTLI_PARAM_QUALITY]: 9 } };
const thoroughGzipOptions = { level: 9 };

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);

export type Coding = 'br' | 'gzip';

/** The coding of ours that the caller likes best, by the weights of `Accept-Encoding`; undefined to send the answer as it is. */
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
  const isSmall = body.length <= mostBytesAtOnce;
  if (coding === 'gzip') return isSmall ? gzipSync(body, gzipOptions) : gzipLater(body, gzipOptions);
  return isSmall ? brotliCompressSync(body, brotliOptions) : brotliLater(body, brotliOptions);
}

/** In another thread, as small as is worth while. */
export function compressThoroughly(body: Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'gzip' ? gzipLater(body, thoroughGzipOptions) : brotliLater(body, thoroughBrotliOptions);
}

/** The coding in which to send the body, which is then set in the response's headers; undefined for none. */
export function chooseCoding(body: Buffer, request: Request, response: Response): Coding | undefined {
  if (body.length < leastBytes) return undefined;
  response.vary('Accept-Encoding');
  const coding = acceptedCoding(request.get('accept-encoding'));
  if (coding) response.setHeader('content-encoding', coding);
  return coding;
}

/** The body as the caller accepts it. */
export async function compressResponse(body: Buffer, request: Request, response: Response): Promise<Buffer> {
  const coding = chooseCoding(body, request, response);
  return coding ? compress(body, coding) : body;
}
