import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { limits } from '../../../generated/limits.ts';

type Decoder = NodeJS.ReadWriteStream & AsyncIterable<Buffer>;

/** Small steps, so that a body that expands a thousandfold costs little more than its excerpt. */
const steps = { chunkSize: limits.excerptBytes, readableHighWaterMark: 1 };
/** Decodes as much as possible of a body that is cut off. */
const deflated = { ...steps, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * A Brotli decoder fills its window of up to 16 MB before it returns anything: 64 such bodies at once took 900 MB and 6 seconds. Only bodies whose
 * blocks declare at most this length are decoded.
 */
const maxBrotliBytes = 64 * 1_024;

/** Whether a Brotli stream declares that it is short, as far as its blocks can be followed (RFC 7932, sections 9.1 and 9.2). */
function isShortBrotli(body: Buffer): boolean {
  let at = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) value += (((body[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
  if (bits(1) === 1 && bits(3) === 0) bits(3);
  for (let length = 0; at < body.length * 8;) {
    const isLast = bits(1) === 1;
    if (isLast && bits(1) === 1) return true;
    const nibbles = bits(2) + 4;
    if (nibbles > 6) return false;
    const blockLength = bits(nibbles * 4) + 1;
    length += blockLength;
    if (length > maxBrotliBytes) return false;
    if (isLast) return true;
    // The end of a compressed block is unknown.
    if (bits(1) === 0) return false;
    at = (Math.ceil(at / 8) + blockLength) * 8;
  }
  return true;
}

function decoderOf(encoding: string, body: Buffer): Decoder | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(deflated);
    case 'deflate':
      // Some servers omit the header of zlib, whose lowest four bits are 8.
      return (body[0]! & 0x0f) === 8 ? createInflate(deflated) : createInflateRaw(deflated);
    case 'br':
      return isShortBrotli(body) ? createBrotliDecompress({ ...steps, finishFlush: constants.BROTLI_OPERATION_FLUSH }) : null;
    default:
      return null;
  }
}

/** The beginning of a body as it was before it was compressed; null if it cannot be decoded. */
export async function decodedBody(encoding: string, body: Buffer): Promise<Buffer | null> {
  const decoder = decoderOf(encoding, body);
  if (!decoder) return null;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    decoder.end(body);
    for await (const part of decoder) {
      parts.push(part);
      size += part.length;
      if (size >= limits.excerptBytes) break;
    }
  } catch {
    // The part before the error is shown.
    if (parts.length === 0) return null;
  }
  return Buffer.concat(parts);
}
