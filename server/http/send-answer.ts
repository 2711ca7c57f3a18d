import type { Request, Response } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import { compressAnswer } from './compress-answer.ts';

/** Writes what a handler answered with the contract's success status: JSON, or text whose type the handler has set. */
export async function sendAnswer(operationId: OperationId, value: unknown, request: Request, response: Response): Promise<void> {
  response.statusCode = operations[operationId].successStatus;
  if (value === undefined) {
    response.end();
    return;
  }
  const isText = typeof value === 'string' && response.hasHeader('content-type');
  if (!isText) response.setHeader('content-type', 'application/json; charset=utf-8');
  const body = await compressAnswer(Buffer.from(isText ? value : JSON.stringify(value)), request, response);
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
