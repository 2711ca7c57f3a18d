import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { addressOf } from '../connection/client-address.ts';
import { chooseCoding, compressThoroughly, type Coding } from './compress-response.ts';
import { entityTags } from '../../query/entity-tags.ts';
import { Throttle } from '../fairness/throttle.ts';

interface Representation {
  readonly bytes: Buffer;
  /** Strong: other bytes, also another coding of the same text, have another one. */
  readonly etag: string;
}

function representation(bytes: Buffer): Representation {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** An answer that is the same for every caller: each of its codings is made once. */
export class FixedResponse {
  /** What the handler answered. */
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

/** Handing a longer answer to the socket costs as much as many requests. */
const longAnswerBytes = 65_536;

/** Lets the long answers of a listener leave one at a time: strangers may ask for them as often as they like. */
export const longResponses = (): Throttle => new Throttle({ perTurn: 1 });

/**
 * Writes the answer with its tag, or 304 to a caller that has it. Caches ask before they use it again, unless `cacheControl` says otherwise.
 * A long one waits for its turn.
 */
export async function sendFixedResponse(
  answer: FixedResponse,
  request: Request,
  response: Response,
  turns: Throttle,
  cacheControl = 'no-cache',
): Promise<void> {
  const { bytes, etag } = await answer.as(chooseCoding(answer.body, request, response));
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', etag);
  if (namesTag(request.get('if-none-match'), etag)) {
    response.statusCode = 304;
    for (const name of ['content-type', 'content-encoding', 'content-security-policy', 'referrer-policy']) response.removeHeader(name);
    response.end();
    return;
  }
  if (bytes.length > longAnswerBytes && request.method !== 'HEAD') {
    await turns.letIn(addressOf(request), response);
    if (response.destroyed) return;
  }
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
