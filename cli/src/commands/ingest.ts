import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isProblem, type ProblemError } from '@agency-service/sdk';
import { operatorOperations, type IncomingRecord, type OperatorClient } from '@agency-service/sdk/operator';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { untilInterrupted } from '../interruption.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { fileError } from '../file-error.ts';
import { fingerprintOf, readState, removeState, writeState, type IngestTotals } from '../ingest-state.ts';
import { largest } from '../largest.ts';
import { InvalidLineError, readBatches, type LineBatch, type Position } from '../ndjson.ts';
import { positiveInteger } from '../option-values.ts';
import { startProgress } from '../progress.ts';
import { examples, type Register } from '../command.ts';
import { operatorAccess } from '../settings.ts';

interface IngestOptions {
  agency: string;
  batchSize: number;
  state?: string;
  restart?: boolean;
  refresh?: boolean;
}

const { ingestRecords } = operatorOperations;
const largestBatch = largest(ingestRecords, 'records');
/** Leaves room for what encloses the records. */
const largestBatchBytes = ingestRecords.maxBodyBytes - 500_000;
const shownErrors = 20;
const refreshTimeoutMs = 600_000;

/** `svc ingest`: takes in records from a file of JSON lines. */
export const registerIngest: Register = (program, context) => {
  examples(
    program
      .command('ingest')
      .description('ingest records, one JSON object per line; an interrupted file resumes where it stopped (operator)')
      .argument('<file>', 'NDJSON file; - for standard input')
      .requiredOption('--agency <id>', 'agency to ingest the records for')
      .option('--batch-size <number>', `records per transaction, up to ${largestBatch}`, positiveInteger, largestBatch)
      .option('--state <file>', 'file that records the progress; default: FILE.ingest-state')
      .option('--restart', 'start from the beginning, ignoring earlier progress')
      .option('--refresh', 'refresh sent messages and analytics at the end')
      .action(async (file: string, options: IngestOptions) => {
        if (options.batchSize > largestBatch) throw new UsageError(`--batch-size must be at most ${largestBatch}.`);
        if (file === '-' && options.state !== undefined) throw new UsageError('--state requires a file: standard input cannot be resumed.');
        await untilInterrupted((signal) => ingest(context(), file, options, signal));
      }),
    'svc ingest records.ndjson --agency 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289',
    'zcat records.ndjson.gz | svc ingest - --agency 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289',
  );
};

interface Run {
  readonly position: Position;
  readonly totals: IngestTotals;
}

async function ingest(context: Context, file: string, options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { output, surroundings } = context;
  const operator = await context.operator();
  const { operatorUrl } = await operatorAccess(context.options, surroundings.environment);
  const statePath = file === '-' ? null : (options.state ?? `${file}.ingest-state`);
  const size = file === '-' ? 0 : (await fileInformation(file)).size;
  const begun = statePath === null ? nothing : await resume(statePath, file, options, operatorUrl);
  if (begun.position.lines > 0) output.note(`Resuming after line ${begun.position.lines}. To start from the beginning, use --restart.`);

  const input = file === '-' ? surroundings.stdin : createReadStream(file, { start: begun.position.bytes });
  const interrupt = (): void => void input.destroy(new Interrupted());
  signal.addEventListener('abort', interrupt, { once: true });
  const bar = startProgress(output.errorStream, size, 'Ingesting');
  let run = begun;
  try {
    const limits = { records: options.batchSize, bytes: largestBatchBytes };
    for await (const batch of readBatches(input, begun.position, limits)) {
      run = { position: batch.end, totals: added(run.totals, await send(operator, options.agency, batch)) };
      if (statePath !== null) {
        const fingerprint = await fingerprintOf(file, run.position);
        await writeState(statePath, { agency_id: options.agency, operator_url: operatorUrl, fingerprint, ...run });
      }
      bar.update(run.position.bytes, { note: counted(run.position.lines, 'line') });
    }
    if (options.refresh) await operator.projections.refresh({}, { timeoutMs: refreshTimeoutMs });
  } catch (error) {
    bar.stop();
    output.record({ ...run.totals, lines: run.position.lines, done: false });
    throw stopped(isFileError(error) ? fileError(file, error) : error, run, statePath);
  }
  bar.stop();
  signal.removeEventListener('abort', interrupt);
  if (statePath !== null) await removeState(statePath);
  output.record({ ...run.totals, lines: run.position.lines, done: true });
  const { created, updated, unchanged } = run.totals;
  if (created + updated === 0 && unchanged > 0)
    output.note('Nothing changed: the service already has these records, so it sends no events.');
}

class Interrupted extends Error {}

/** The system's own errors name what was done to which file. */
const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'errno' in error;

const nothing: Run = { position: { lines: 0, bytes: 0 }, totals: { created: 0, updated: 0, unchanged: 0 } };

/** Where an earlier run of the same file for the same agency stopped. */
async function resume(statePath: string, file: string, options: IngestOptions, operatorUrl: string): Promise<Run> {
  const state = options.restart ? null : await readState(statePath);
  if (state === null) return nothing;
  if (state.agency_id !== options.agency || state.operator_url !== operatorUrl) {
    throw new UsageError(
      `${statePath} belongs to the agency ${state.agency_id} at ${state.operator_url}. ` +
        'Use --restart to start from the beginning, or another --state.',
    );
  }
  const { size } = await fileInformation(file);
  if (size < state.position.bytes || state.fingerprint !== (await fingerprintOf(file, state.position))) {
    throw new UsageError(`${file} is not the file that ${statePath} was recorded for. Use --restart to start from the beginning.`);
  }
  return { position: state.position, totals: state.totals };
}

async function fileInformation(file: string): Promise<{ size: number }> {
  const found = await stat(file).catch((error: unknown) => {
    throw fileError(file, error);
  });
  if (found.isDirectory()) throw fileError(file, { code: 'EISDIR' });
  return found;
}

async function send(operator: OperatorClient, agencyId: string, batch: LineBatch): Promise<IngestTotals> {
  if (batch.records.length === 0) return nothing.totals;
  try {
    return await operator.records.ingest({ agency_id: agencyId, records: batch.records as IncomingRecord[] });
  } catch (error) {
    if (isProblem(error, 'validation_failed') && error.errors.length > 0) throw namingLines(error, batch);
    throw error;
  }
}

/** `records.3.amount_cents` says which record of the batch; the person at the terminal knows lines. */
function namingLines(error: ProblemError<'validation_failed'>, { lineNumbers }: LineBatch): CommandError {
  const lines = error.errors.slice(0, shownErrors).map(({ path, message }) => {
    const [, index, field = ''] = /^records\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const line = index === undefined ? undefined : lineNumbers[Number(index)];
    return line === undefined ? `  ${path}: ${message}` : `  line ${line}${field === '' ? '' : `, ${field}`}: ${message}`;
  });
  const more = error.errors.length - lines.length;
  if (more > 0) lines.push(`  and ${more} more`);
  const isOne = lineNumbers.length === 1;
  const about = isOne
    ? `line ${lineNumbers[0]} was refused`
    : `lines ${lineNumbers[0]} to ${lineNumbers.at(-1)} were refused together, because a batch is one transaction`;
  return new CommandError([`${about} (request id: ${error.requestId ?? 'none'}):`, ...lines].join('\n'));
}

/** What stopped the run, with the exit code that says whether something was taken in. */
function stopped(error: unknown, { position }: Run, statePath: string | null): CommandError {
  const partly = position.lines > 0;
  const how =
    statePath === null
      ? 'Repeated records change nothing, so you can send the whole input again.'
      : 'Run the same command again to resume.';
  const where = partly ? `stopped after line ${position.lines}; everything before it was ingested. ${how}` : 'nothing was ingested.';
  if (error instanceof Interrupted) return new CommandError(where, partly ? exitCodes.partlyDone : exitCodes.failed);
  if (partly || error instanceof InvalidLineError) {
    return new CommandError(where, partly ? exitCodes.partlyDone : exitCodes.failed, error);
  }
  throw error;
}

function added(totals: IngestTotals, { created, updated, unchanged }: IngestTotals): IngestTotals {
  return {
    created: totals.created + created,
    updated: totals.updated + updated,
    unchanged: totals.unchanged + unchanged,
  };
}
