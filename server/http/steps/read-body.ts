import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Operation } from '../../../generated/operations.ts';
import { Problem } from '../../problems/problem.ts';
import { bodyHashOf } from './idempotency-key.ts';
import { refuseUnstorableBody } from './refuse-unstorable.ts';
import { requestStateOf } from './request-state.ts';

function codingOf(headers: IncomingHttpHeaders): string | undefined {
  const { 'content-encoding': content, 'transfer-encoding': transfer } = headers;
  if (content !== undefined && content.toLowerCase() !== 'identity') return content;
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') return transfer;
  return undefined;
}

function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.toLowerCase().split(';');
  const charsets = parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter.startsWith('charset'));
  return type!.trim() === 'application/json' && charsets.every((charset) => /^charset="?utf-8"?$/.test(charset));
}

/** `unsupported_media_type` unless the body is sent as JSON in UTF-8, not compressed. */
export function mediaTypeProblem(headers: IncomingHttpHeaders): Problem | undefined {
  const coding = codingOf(headers);
  if (coding !== undefined) return new Problem('unsupported_media_type', { detail: `Send the body uncompressed, not as ${coding}.` });
  const type = headers['content-type'] ?? '';
  if (isJson(type)) return undefined;
  const sent = type === '' ? 'without a Content-Type' : `as ${JSON.stringify(type)}`;
  return new Problem('unsupported_media_type', { detail: `The body was sent ${sent}. Send application/json in UTF-8.` });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', { detail: `The body is over ${limit.toLocaleString('en')} bytes.` });
}

/**
 * Rejects at the first byte of a wrong media type, or if there are too many bytes. The rest is discarded, so that the sender can read the
 * response.
 */
function collect(request: Request, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      const mediaType = length === 0 ? mediaTypeProblem(request.headers) : undefined;
      length += chunk.length;
      const problem = mediaType ?? (length > limit ? tooLarge(limit) : undefined);
      if (problem) {
        request.off('data', onData).off('end', onEnd).resume();
        reject(problem);
      } else {
        chunks.push(chunk);
      }
    };
    const onEnd = () => {
      request.off('error', onLost).off('close', onLost);
      resolve(Buffer.concat(chunks, length));
    };
    const onLost = (cause?: Error) => {
      reject(new Problem('validation_failed', { detail: 'The connection was closed before the whole body was sent.', cause }));
    };
    request.on('data', onData).on('end', onEnd).once('error', onLost).once('close', onLost);
  });
}

/** The message of JSON.parse without the quoted part of the body, which may contain a secret. */
function notJson({ message }: Error): string {
  const complaint = message.replace(/(?:, |^)(?:\.{3})?"[^]*$/, '');
  return `The body is not valid JSON${complaint === '' ? '.' : `: ${complaint}`}`;
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
    throw new Problem('validation_failed', { detail: notJson(cause as Error), cause });
  }
  refuseUnstorableBody(text, value);
  return value;
}

/** Undefined for an empty body, which needs no media type, and for the body of a `GET`, which is not read. */
async function readJson(request: Request, response: Response, limit: number): Promise<unknown> {
  const { method, headers, httpVersion } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  const declared = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && declared === 0) return undefined;
  const problem = declared > 0 ? (mediaTypeProblem(headers) ?? (declared > limit ? tooLarge(limit) : undefined)) : undefined;
  if (problem) throw problem;
  if (httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  const bytes = await collect(request, limit);
  const state = requestStateOf(response);
  if (state.idempotencyKey !== undefined) state.bodyHash = bodyHashOf(bytes);
  return bytes.length === 0 ? undefined : parse(bytes);
}

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** Reads the JSON body of an operation. An operation without a body also accepts an empty object. */
export async function readBody(
  { body, maxBodyBytes }: Pick<Operation, 'body' | 'maxBodyBytes'>,
  request: Request,
  response: Response,
): Promise<unknown> {
  const value = await readJson(request, response, maxBodyBytes);
  if (body === 'none' && value !== undefined && !isEmptyObject(value)) {
    throw new Problem('validation_failed', { detail: 'This operation does not accept a body. Omit it, or send {}.' });
  }
  return value;
}
