import { ConnectionError, InvalidArgumentError, ServiceError } from '../../sdk/src/errors.ts';
import { isProblem } from '../../sdk/src/problem.ts';
import { wordsOfMismatch } from './words-of-mismatch.ts';

/** What the caught error of a request is. */
export const serviceErrorOf = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ConnectionError(String(error), { cause: error });

/** The HTTP status; 0 where there was no answer at all. */
export const statusOf = (error: ServiceError): number =>
  error instanceof InvalidArgumentError ? 400 : ((error as { readonly status?: number }).status ?? 0);

export function titleOf(error: ServiceError): string {
  if (isProblem(error)) return error.problem.title;
  const status = statusOf(error);
  return status === 0 ? 'No response' : `The service responded with ${status}`;
}

export function detailOf(error: ServiceError): string {
  if (error instanceof InvalidArgumentError) return error.message;
  if (!isProblem(error)) return statusOf(error) === 0 ? 'The service could not be reached. Check the connection, then try again.' : '';
  const { detail, required_scope: scope } = error.problem;
  return [detail ?? [], scope === undefined ? [] : `It requires the scope ${scope as string}.`].flat().join(' ');
}

/** The parts of the request that were not as they have to be. */
export const mismatchesOf = (error: ServiceError) =>
  isProblem(error) ? error.errors.map(({ path, message }) => ({ path, message: wordsOfMismatch(path, message) })) : [];

/** What is wrong with a field or an item of it, as a sentence to show at the field. */
export function messageAt(field: string, error: ServiceError | undefined): string | undefined {
  const found = error && mismatchesOf(error).find(({ path }) => path === field || path.startsWith(`${field}.`));
  return found && `${found.message}.`;
}
