import { isIPv6 } from 'node:net';
import { limits } from '../../../generated/limits.ts';
import type { DeliveryError } from '../../../generated/models.ts';
import { shortageCodes } from '../../problems/shortage.ts';
import type { AttemptEnd } from './attempt.ts';
import { detailOf, type AttemptErrorDetail } from './error-detail.ts';
import { firstBytes } from './excerpt.ts';

/** What an attempt says about the receiver: null is a success. */
export interface ReceiverOutcome {
  readonly by: 'receiver';
  readonly error: DeliveryError | null;
  readonly errorDetail: AttemptErrorDetail | null;
  /** 0 for a forbidden destination: how long its name took to resolve is not shown. */
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly excerpt: string | null;
}

/** The attempt says nothing about the receiver: it failed, or was given up, on our side. */
export interface OwnOutcome {
  readonly by: 'service';
  /** Undefined when the attempt was given up while stopping. */
  readonly cause: unknown;
}

/** Neither descriptors nor memory nor local ports are the receiver's matter. */
const ownErrorCodes = new Set([...shortageCodes, 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED', 'LISTENER_UNWRITABLE']);

/** That of `DestinationForbidden`, whose cause is a failed resolution. */
const forbiddenCode = 'DESTINATION_FORBIDDEN';

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** The error, or what several addresses failed with, one by one. */
function causesOf(error: unknown): unknown[] {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors.flatMap(causesOf) : [error];
}

/**
 * A host without IPv6 has no address to connect from to any IPv6 address: that is not a temporary shortage of ports, and
 * a receiver with no other address would be tried for ever.
 */
function isOurs(error: unknown): boolean {
  const { code, address, cause } = (error ?? {}) as { code?: unknown; address?: unknown; cause?: unknown };
  if (code === forbiddenCode) return isOurs(cause);
  if (typeof code !== 'string' || !ownErrorCodes.has(code)) return false;
  return code !== 'EADDRNOTAVAIL' || typeof address !== 'string' || !isIPv6(address);
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return error instanceof AggregateError ? [...own, ...error.errors.flatMap(codesOf)] : own;
}

function classify(codes: readonly string[], detail: AttemptErrorDetail | null): DeliveryError {
  if (codes.includes(forbiddenCode)) return 'destination_forbidden';
  if (detail?.startsWith('tls_') || codes.some((code) => code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_'))) return 'tls_error';
  if (codes.some((code) => timeoutCodes.has(code))) return 'timeout';
  return 'connection_error';
}

/** The detail of one failure: with several addresses, of one that a route leads to. */
function detailOfAll(error: unknown): AttemptErrorDetail | null {
  const details = causesOf(error).flatMap((cause) => detailOf(cause) ?? []);
  return details.find((detail) => detail !== 'host_unreachable') ?? details[0] ?? null;
}

function errorOfStatus(statusCode: number): DeliveryError | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_status';
}

/** Judges how an attempt ended. */
export function judge(end: AttemptEnd): ReceiverOutcome | OwnOutcome {
  switch (end.kind) {
    case 'answered': {
      const { durationMs, statusCode } = end;
      const error = errorOfStatus(statusCode);
      // What a receiver that accepted says besides explains nothing.
      const excerpt = error === null ? firstBytes(end.excerpt, limits.deliveredExcerptBytes) : end.excerpt;
      const errorDetail = end.areHeadersTooLarge ? 'response_headers_too_large' : null;
      return { by: 'receiver', error, errorDetail, durationMs, statusCode, excerpt };
    }
    case 'timeout':
      return {
        by: 'receiver',
        error: 'timeout',
        errorDetail: end.isConnected ? 'response_timeout' : 'connect_timeout',
        durationMs: end.durationMs,
        statusCode: null,
        excerpt: null,
      };
    case 'failed': {
      // Where one address could be tried and failed, the receiver had its chance.
      if (causesOf(end.error).every(isOurs)) return { by: 'service', cause: end.error };
      const errorDetail = detailOfAll(end.error);
      const error = classify(codesOf(end.error), errorDetail);
      const durationMs = error === 'destination_forbidden' ? 0 : end.durationMs;
      return { by: 'receiver', error, errorDetail, durationMs, statusCode: null, excerpt: null };
    }
    case 'untaken':
    case 'abandoned':
      return { by: 'service', cause: undefined };
  }
}
