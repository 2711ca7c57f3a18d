import { StreamAnswer, TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { noStore } from './response-headers.ts';
import { compressResponse } from './compress-response.ts';
import { FixedResponse, longResponses, sendFixedResponse } from './fixed-response.ts';
import type { Exchange } from './request-state.ts';
import type { Streams } from '../connection/streams.ts';

export type ResponseSender = (operationId: OperationId, value: unknown, exchange: Pick<Exchange, 'request' | 'response'>) => Promise<void>;

/**
 * Makes the writer of what handlers answer, with the contract's success status: JSON, or text of another type. Where
 * the contract declares 304, the written body is cached as long as the handler returns the same. `streams` sends continuing responses.
 */
export function responseSender(streams: Streams): ResponseSender {
  const kept = new Map<string, FixedResponse>();
  const turns = longResponses();

  return async (operationId, value, { request, response }) => {
    if (response.destroyed) return;
    const { successStatus, isConditional, access } = operations[operationId];
    response.statusCode = successStatus;
    if (access !== 'open') for (const [name, text] of Object.entries(noStore)) response.setHeader(name, text);
    if (value === undefined) {
      response.end();
      return;
    }
    if (value instanceof StreamAnswer) {
      streams.send(value, request, response);
      return;
    }
    const text = value instanceof TextAnswer ? (value as TextAnswer<string>) : undefined;
    const contentType = text?.contentType ?? 'application/json; charset=utf-8';
    const content = text?.text ?? value;
    response.setHeader('content-type', contentType);
    const encode = () => Buffer.from(text?.text ?? JSON.stringify(value));
    if (isConditional) {
      const name = `${operationId} ${contentType}`;
      const known = kept.get(name);
      const answer = known?.value === content ? known : new FixedResponse(content, encode());
      kept.set(name, answer);
      await sendFixedResponse(answer, request, response, turns);
      return;
    }
    const body = await compressResponse(encode(), request, response);
    response.setHeader('content-length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
