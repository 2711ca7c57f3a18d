import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { addressOf } from '../connection/client-address.ts';
import { chooseCoding, compressThoroughly, type Coding } from './compress-response.ts';
import { entityTags } from '../../query/entity-tags.ts';
import { Throttle } from '../fairness/throttle.ts';

interface Representation {
  readonly bytes: Buffer;
  /** Strong: codings of the same text have different tags. */
  readonly etag: string;
}

function representation(bytes: Buffer): Representation {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** A response that is the same for every caller. Each of its codings is made once. */
export class FixedResponse {
  /** The result of the handler. */
  readonly value: unknown;
  readonly body: Buffer;
  readonly #plain: Representation;
  readonly #coded = new Map<Coding, Promise<Representation>>();

  constructor(value: unknown, body: Buffer) {
    this.value = value;
    this.body = body;
    this.#plain = representation(body);
  }

  async as(coding: Coding | undefined): Promise<Representation> {
    if (!coding) return this.#plain;
    const made = this.#coded.get(coding) ?? compressThoroughly(this.body, coding).then(representation);
    this.#coded.set(coding, made);
    return made;
  }
}

/** Whether `If-None-Match` names the tag. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const { isAny, quoted } = entityTags(ifNoneMatch ?? '');
  return isAny || quoted.includes(etag.slice(1, -1));
}

/** Writing a longer body to the socket costs as much as many requests. */
const longBodyBytes = 65_536;

/** Throttles the long responses of a listener, because unauthenticated callers may request them. */
export const longResponses = (): Throttle => new Throttle({ perTurn: 1 });

/** Sends the response with its tag, or 304 to a caller that has it. Caches revalidate it, unless `cacheControl` says otherwise. */
export async function sendFixedResponse(
  fixed: FixedResponse,
  request: Request,
  response: Response,
  throttle: Throttle,
  cacheControl = 'no-cache',
): Promise<void> {
  const { bytes, etag } = await fixed.as(chooseCoding(fixed.body, request, response));
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', etag);
  if (namesTag(request.get('if-none-match'), etag)) {
    response.statusCode = 304;
    for (const name of ['content-type', 'content-encoding', 'content-security-policy', 'referrer-policy']) response.removeHeader(name);
    response.end();
    return;
  }
  if (bytes.length > longBodyBytes && request.method !== 'HEAD') {
    await throttle.admit(addressOf(request), response);
    if (response.destroyed) return;
  }
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
