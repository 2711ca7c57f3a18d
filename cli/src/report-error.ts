import { CommanderError } from 'commander';
import { InvalidArgumentError, isProblem, type ProblemError, ServiceError, WebhookVerificationError } from '@agency-service/sdk';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { UnreadableProfilesError } from './profiles.ts';

/** The exit code of an error, and what to tell about it; nothing where commander has told it already. */
export interface ErrorReport {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

/** What a failed command says on the standard error output. */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage, lines: [] };
  }
  if (error instanceof UsageError || error instanceof InvalidArgumentError || error instanceof UnreadableProfilesError) {
    return { exitCode: exitCodes.wrongUsage, lines: [`svc: ${error.message}`] };
  }
  if (error instanceof CommandError) {
    const cause = error.cause === undefined ? [] : reportOf(error.cause).lines;
    return { exitCode: error.exitCode, lines: [`svc: ${error.message}`, ...cause] };
  }
  if (isProblem(error)) return { exitCode: exitCodeOfStatus(error.status), lines: describeProblem(error) };
  if (error instanceof WebhookVerificationError) {
    return { exitCode: exitCodes.failed, lines: [`svc: ${error.reason}: ${error.message}`] };
  }
  if (error instanceof ServiceError) {
    const requestId = error.requestId === undefined ? [] : [`  request id: ${error.requestId}`];
    return { exitCode: exitCodes.failed, lines: [`svc: ${error.message}`, ...requestId] };
  }
  return { exitCode: exitCodes.failed, lines: [`svc: ${error instanceof Error ? error.message : String(error)}`] };
}

/** 404 is "not found", 401 and 403 are "refused"; anything else from 400 on has failed. */
export function exitCodeOfStatus(status: number): number {
  if (status < 400) return exitCodes.done;
  if (status === 404) return exitCodes.notFound;
  return status === 401 || status === 403 ? exitCodes.refused : exitCodes.failed;
}

function describeProblem(error: ProblemError): string[] {
  const { title, detail, type, instance, status, ...members } = error.problem;
  const lines = [`svc: ${error.slug}: ${title} (${status})`];
  if (detail !== undefined) lines.push(`  ${detail}`);
  for (const { path, message } of error.errors) lines.push(`  - ${path === '' ? '(whole request)' : path}: ${message}`);
  for (const [name, value] of Object.entries(members)) {
    if (name === 'errors' || name === 'request_id') continue;
    lines.push(`  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  if (error.requestId !== undefined) lines.push(`  request id: ${error.requestId}`);
  return lines;
}
