import { CommanderError, type Command } from 'commander';
import {
  ConnectionError,
  InvalidArgumentError,
  isProblem,
  type ProblemError,
  ServiceError,
  WebhookVerificationError,
} from '@agency-service/sdk';
import { textOf } from './cells.ts';
import { RequestShown } from './dry-run.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { optionRefusals } from './option-refusals.ts';
import { isWithoutTls } from './tls-faults.ts';

/** The exit code of an error, and its message. */
export interface ErrorReport {
  readonly exitCode: number;
  /** For a person; empty if commander has already printed it. */
  readonly lines: string[];
  /** For a program: the service's problem, or `{"error": …}`. */
  readonly document: object;
}

/** The report of an error. `command` is the failed command, if one ran. */
export function reportOf(error: unknown, command?: Command): ErrorReport {
  if (error instanceof CommanderError) {
    const exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
    return { exitCode, lines: [], document: documentOf('usage', error.message.replace(/^error: /, '')) };
  }
  if (error instanceof RequestShown) return { exitCode: exitCodes.done, lines: [], document: {} };
  if (error instanceof UsageError || error instanceof InvalidArgumentError) {
    return plainReport(exitCodes.wrongUsage, 'usage', error.message);
  }
  if (error instanceof CommandError) {
    const cause = error.cause === undefined ? undefined : reportOf(error.cause, command);
    const { exitCode, lines, document } = plainReport(error.exitCode, 'command', error.message);
    return cause === undefined
      ? { exitCode, lines, document }
      : { exitCode, lines: [...lines, ...cause.lines], document: { ...document, cause: cause.document } };
  }
  if (isProblem(error)) return reportOfProblem(error, command);
  if (isWithoutTls(error)) {
    return plainReport(exitCodes.failed, 'connection_error', 'no TLS at this https address. Use http:// in --base-url or --operator-url.');
  }
  if (error instanceof WebhookVerificationError) {
    return plainReport(exitCodes.failed, error.reason, error.message, `${error.reason}: ${error.message}`);
  }
  if (error instanceof ServiceError) {
    const { exitCode, lines, document } = plainReport(exitCodes.failed, slugOf(error), error.message);
    if (error instanceof ConnectionError) lines.push('  Check the address, which --base-url and --operator-url set: svc doctor');
    if (error.requestId === undefined) return { exitCode, lines, document };
    return { exitCode, lines: [...lines, `  request id: ${error.requestId}`], document: { ...document, request_id: error.requestId } };
  }
  return plainReport(exitCodes.failed, 'unexpected', error instanceof Error ? error.message : String(error));
}

/** 404 is "not found", 401 and 403 are "refused". Other statuses from 400 are "failed". */
export function exitCodeOfStatus(status: number): number {
  if (status < 400) return exitCodes.done;
  if (status === 404) return exitCodes.notFound;
  return status === 401 || status === 403 ? exitCodes.refused : exitCodes.failed;
}

function plainReport(exitCode: number, kind: string, message: string, text = message): ErrorReport {
  return { exitCode, lines: [`svc: ${text}`], document: documentOf(kind, message) };
}

function documentOf(kind: string, message: string): { error: { kind: string; message: string } } {
  return { error: { kind, message } };
}

/** `ConnectionError` → `connection_error`. */
function slugOf({ name }: ServiceError): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function reportOfProblem(error: ProblemError, command: Command | undefined): ErrorReport {
  const { title, detail, type, instance, status, ...members } = error.problem;
  const document = { ...error.problem, request_id: error.requestId };
  const refusals = command && optionRefusals(error, command);
  if (refusals) return { exitCode: exitCodes.wrongUsage, lines: refusals.map((refusal) => `svc: ${refusal}`), document };
  const lines = [`svc: ${error.slug}: ${title} (${status})`];
  if (detail !== undefined) lines.push(`  ${detail}`);
  for (const { path, message } of error.errors) lines.push(`  - ${path === '' ? '(whole request)' : path}: ${message}`);
  for (const [name, value] of Object.entries(members)) {
    if (name === 'errors' || name === 'request_id') continue;
    lines.push(`  ${name}: ${textOf(value)}`);
  }
  // Requests to the API always have a version; those to the operator API have none.
  if (error.slug === 'missing_version') lines.push('  This address is the API for keys, not the operator API. Check --operator-url.');
  if (error.outcomeUnknown) lines.push('  The outcome is unknown: the request may have succeeded.');
  if (error.requestId !== undefined) lines.push(`  request id: ${error.requestId}`);
  return { exitCode: exitCodeOfStatus(error.status), lines, document };
}
