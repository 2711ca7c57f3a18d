import { StreamAnswer, TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { noStore } from './response-headers.ts';
import { sendCompressed } from './compress-response.ts';
import { FixedResponse, longResponses, sendFixedResponse } from './fixed-response.ts';
import type { Exchange } from './request-state.ts';
import type { Streams } from '../connection/streams.ts';

export type ResponseSender = (operationId: OperationId, value: unknown, exchange: Pick<Exchange, 'request' | 'response'>) => Promise<void>;

/**
 * Makes the sender of handlers' results, with the contract's success status: JSON, or text of another type. If the contract declares 304, the
 * encoded body is cached while the handler returns the same value.
 */
export function responseSender(streams: Streams): ResponseSender {
  const cached = new Map<string, FixedResponse>();
  const throttle = longResponses();

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
    const encode = () => text?.text ?? JSON.stringify(value);
    response.setHeader('content-type', contentType);
    if (!isConditional) {
      await sendCompressed(encode(), request, response);
      return;
    }
    const content = text?.text ?? value;
    const name = `${operationId} ${contentType}`;
    const known = cached.get(name);
    const fixed = known?.value === content ? known : new FixedResponse(content, Buffer.from(encode()));
    cached.set(name, fixed);
    await sendFixedResponse(fixed, request, response, throttle);
  };
}
