import { ConnectionError, InvalidArgumentError, ServiceError } from '../../sdk/src/errors.ts';
import { isProblem } from '../../sdk/src/problem.ts';
import { validationMessage } from './validation-messages.ts';

export const serviceErrorOf = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ConnectionError(String(error), { cause: error });

/** The HTTP status; 0 without a response. */
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

/** The invalid fields of the request, each with a message. */
export const validationErrorsOf = (error: ServiceError) =>
  isProblem(error) ? error.errors.map(({ path, message }) => ({ path, message: validationMessage(path, message) })) : [];

/** The message of a field or of one of its items, as a sentence. */
export function messageAt(field: string, error: ServiceError | undefined): string | undefined {
  const found = error && validationErrorsOf(error).find(({ path }) => path === field || path.startsWith(`${field}.`));
  return found && `${found.message}.`;
}
