import { isIPv6 } from 'node:net';
import { limits } from '../../../generated/limits.ts';
import type { DeliveryError } from '../../../generated/models.ts';
import { shortageCodes } from '../../problems/shortage.ts';
import type { AttemptEnd } from './attempt.ts';
import { detailOf, type AttemptErrorDetail } from './error-detail.ts';
import { firstBytes } from './excerpt.ts';

/** An attempt that is evidence about the receiver. */
export interface ReceiverOutcome {
  readonly by: 'receiver';
  /** Null for a success. */
  readonly error: DeliveryError | null;
  readonly errorDetail: AttemptErrorDetail | null;
  /** 0 for a forbidden destination, so that it does not reveal the duration of the name resolution. */
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly excerpt: string | null;
  /** The header `Server` of the response, if it has one. */
  readonly server?: string | undefined;
}

/** An attempt that is not evidence about the receiver: it failed, or was abandoned, on our side. */
export interface OwnOutcome {
  readonly by: 'service';
  /** Undefined if the attempt was abandoned, or no stream of the webhook listener took it. */
  readonly cause: unknown;
}

/** Errors caused by this host, not by the receiver. */
const ownErrorCodes = new Set([...shortageCodes, 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED', 'LISTENER_UNWRITABLE']);

/** The code of `DestinationForbidden`, whose cause is a failed resolution. */
const forbiddenCode = 'DESTINATION_FORBIDDEN';

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** The errors of all addresses that were tried. */
function causesOf(error: unknown): unknown[] {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors.flatMap(causesOf) : [error];
}

/**
 * On a host without IPv6, connections to IPv6 addresses also fail with EADDRNOTAVAIL. That is not a temporary shortage of ports: the
 * service would retry a receiver without another address indefinitely.
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

function errorOf(codes: readonly string[], detail: AttemptErrorDetail | null): DeliveryError {
  if (codes.includes(forbiddenCode)) return 'destination_forbidden';
  if (detail?.startsWith('tls_') || codes.some((code) => code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_'))) return 'tls_error';
  if (codes.some((code) => timeoutCodes.has(code))) return 'timeout';
  return 'connection_error';
}

/** The detail of one failure: with several addresses, of a reachable one. */
function detailOfAll(error: unknown): AttemptErrorDetail | null {
  const details = causesOf(error).flatMap((cause) => detailOf(cause) ?? []);
  return details.find((detail) => detail !== 'host_unreachable') ?? details[0] ?? null;
}

function errorOfStatus(statusCode: number): DeliveryError | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_status';
}

/** Classifies the end of an attempt: an outcome of the receiver, or of this process. */
export function classify(end: AttemptEnd): ReceiverOutcome | OwnOutcome {
  switch (end.kind) {
    case 'answered': {
      const { durationMs, statusCode } = end;
      const error = errorOfStatus(statusCode);
      // The response to a success explains nothing, so less of it is stored.
      const excerpt = error === null ? firstBytes(end.excerpt, limits.deliveredExcerptBytes) : end.excerpt;
      const errorDetail = end.areHeadersTooLarge ? 'response_headers_too_large' : null;
      return { by: 'receiver', error, errorDetail, durationMs, statusCode, excerpt, server: end.server };
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
      // If an attempt reached one of the addresses and failed, the outcome is the receiver's.
      if (causesOf(end.error).every(isOurs)) return { by: 'service', cause: end.error };
      const errorDetail = detailOfAll(end.error);
      const error = errorOf(codesOf(end.error), errorDetail);
      const durationMs = error === 'destination_forbidden' ? 0 : end.durationMs;
      return { by: 'receiver', error, errorDetail, durationMs, statusCode: null, excerpt: null };
    }
    case 'untaken':
    case 'abandoned':
      return { by: 'service', cause: undefined };
  }
}
