import { KeyRevoked, SecretUnreadable, Throttled } from './errors.ts';
import { Problem } from './problem.ts';
import { chainOf, shortageOf } from './shortage.ts';

/** SQLSTATE classes and codes of an unavailable database. */
const unavailableStates = /^(08|28|3D|53|57P0|57014|58|40001|40P01|55P03|25006|25P03|25P04|XX000)/;
const unavailableErrno = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const unavailableNames = /^Sequelize(Connection|Timeout|ConnectionAcquireTimeout|HostNot)/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/;

/** A Unix socket that is missing or full. */
const unavailableSocket = /^(ENOENT|EAGAIN)$/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    (typeof code === 'string' && syscall === 'connect' && unavailableSocket.test(code)) ||
    (typeof code === 'string' && (unavailableStates.test(code) || unavailableErrno.test(code))) ||
    unavailableNames.test(error.name) ||
    unavailableMessages.test(error.message)
  );
}

/** Whether the error or its cause shows that the database does not respond, is stopping, or cancelled the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (shortageOf(error) !== undefined) return false;
  return chainOf(error).some(isUnavailable);
}

const diskFull = '53100';

const isDiskFull = (error: unknown) => chainOf(error).some((found) => (found as { code?: unknown } | null | undefined)?.code === diskFull);

/** The problem of any error. An unexpected error is 503 if the database, a resource shortage or a missing key is the cause, else 500. */
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
