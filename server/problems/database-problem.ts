import { KeyRevoked } from './key-revoked.ts';
import { Problem } from './problem.ts';
import { SecretUnreadable } from './secret-unreadable.ts';
import { shortageOf } from './shortage.ts';
import { Throttled } from './throttled.ts';

/** SQLSTATE classes and codes that mean "the database cannot serve this now". */
const unavailableStates = /^(08|28|3D|53|57P0|57014|58|40001|40P01|55P03|25006|25P03|25P04|XX000)/;
const unavailableErrno = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const unavailableNames = /^Sequelize(Connection|Timeout|ConnectionAcquireTimeout|HostNot)/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/;

/** A Unix socket that is gone, or on which too many wait. */
const unavailableSocket = /^(ENOENT|EAGAIN)$/;

function signs(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    (typeof code === 'string' && syscall === 'connect' && unavailableSocket.test(code)) ||
    (typeof code === 'string' && (unavailableStates.test(code) || unavailableErrno.test(code))) ||
    unavailableNames.test(error.name) ||
    unavailableMessages.test(error.message)
  );
}

/** True where the error or its cause says that the database does not answer, is stopping, or gave up on the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (shortageOf(error) !== undefined) return false;
  if (signs(error)) return true;
  const { cause, parent } = (error ?? {}) as { cause?: unknown; parent?: unknown };
  return signs(cause) || signs(parent);
}

/** PostgreSQL's state of a disk that is full. */
const diskFull = '53100';

function isDiskFull(error: unknown): boolean {
  const { cause, parent } = (error ?? {}) as { cause?: unknown; parent?: unknown };
  return [error, cause, parent].some((found) => ((found ?? {}) as { code?: unknown }).code === diskFull);
}

/**
 * The problem that answers for an error: 429 for a change that is throttled, else that of an unexpected error: 503 where the database, a
 * shortage or a missing key is the reason, else 500.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error as Problem;
  if (error instanceof Throttled) {
    const detail = `${error.message} Wait ${error.seconds} ${error.seconds === 1 ? 'second' : 'seconds'}.`;
    return new Problem('rate_limited', { detail, headers: { 'retry-after': String(error.seconds) } });
  }
  if (error instanceof KeyRevoked) return new Problem('invalid_api_key', { detail: error.message });
  const reason =
    shortageOf(error) ??
    (error instanceof SecretUnreadable ? 'This server process cannot decrypt a stored secret.' : undefined) ??
    (isDiskFull(error) ? 'The database has no space left to write.' : undefined) ??
    (isDatabaseUnavailable(error) ? 'The database did not answer in time.' : undefined);
  if (reason === undefined) return new Problem('internal_error', { cause: error });
  return new Problem('unavailable', { detail: `${reason} Try again shortly.`, cause: error, headers: { 'retry-after': '1' } });
}
