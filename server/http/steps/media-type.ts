import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../problems/problem.ts';

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
