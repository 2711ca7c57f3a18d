import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { operatorOperations } from '@agency-service/sdk/operator';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { RequestShown } from '../dry-run.ts';
import { untilInterrupted } from '../interruption.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { fileError } from '../file-error.ts';
import { fingerprintOf, linesAfter, readState, type IngestTotals } from '../ingest-state.ts';
import { writeJsonFile } from '../json-file.ts';
import { InvalidLineError, readBatches, type Position } from '../ndjson.ts';
import { positiveInteger } from '../option-values.ts';
import { startProgress } from '../progress.ts';
import { ResumableFile } from '../resumable-file.ts';
import { sendBatch } from '../send-batch.ts';
import { examples, type Register } from '../command.ts';
import { operatorAccess } from '../settings.ts';

interface IngestOptions {
  agency: string;
  batchSize: number;
  state?: string;
  restart?: boolean;
  refresh?: boolean;
  skipInvalid?: boolean;
  rejects?: string;
  status?: boolean;
}

const { ingestRecords } = operatorOperations;
const largestBatch = ingestRecords.bodyBounds['records']!.maxItems!;
/** Leaves room for the JSON around the records. */
const largestBatchBytes = ingestRecords.maxBodyBytes - 500_000;
const refreshTimeoutMs = 600_000;

/** `svc ingest`: ingests records from a file of JSON lines. */
export const registerIngest: Register = (program, context) => {
  examples(
    program
      .command('ingest')
      .description('ingest records, one JSON object per line; an interrupted file resumes where it stopped (operator)')
      .argument('<file>', 'NDJSON file; - for standard input')
      .requiredOption('--agency <agency>', 'agency to ingest the records for: its id, its name, or the end of its id')
      .option('--batch-size <number>', `records per transaction, up to ${largestBatch}`, positiveInteger, largestBatch)
      .option('--state <file>', 'file that records the progress; default: FILE.ingest-state')
      .option('--restart', 'start from the beginning, ignoring earlier progress')
      .option('--skip-invalid', 'leave out lines that are refused, and ingest the others')
      .option('--rejects <file>', 'where --skip-invalid writes the lines that it leaves out; default: FILE.rejects')
      .option('--status', 'show how far an interrupted ingestion of the file came; send nothing')
      .option('--refresh', 'refresh sent messages and analytics at the end')
      .action(async (file: string, options: IngestOptions) => {
        if (options.batchSize > largestBatch) throw new UsageError(`--batch-size must be at most ${largestBatch}.`);
        if (file === '-' && options.state !== undefined) throw new UsageError('--state requires a file: standard input cannot be resumed.');
        if (options.rejects !== undefined && !options.skipInvalid) throw new UsageError('--rejects requires --skip-invalid.');
        if (file === '-' && options.status) throw new UsageError('--status requires a file: standard input cannot be resumed.');
        if (options.status) return showStatus(context(), file, options);
        await untilInterrupted((signal) => ingest(context(), file, options, signal));
      }),
    'svc ingest records.ndjson --agency 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289',
    'svc ingest records.ndjson --agency Northlight --skip-invalid --rejects rejects.ndjson',
    'zcat records.ndjson.gz | svc ingest - --agency 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289',
  );
};

interface Run {
  readonly position: Position;
  readonly totals: IngestTotals;
  readonly rejected: number;
  /** The length of the file of rejected lines. */
  readonly rejectsBytes: number;
}

async function ingest(context: Context, file: string, options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { output, surroundings } = context;
  const operator = await context.operator();
  const { operatorUrl } = await operatorAccess(context.options, surroundings.environment);
  const statePath = file === '-' ? null : (options.state ?? `${file}.ingest-state`);
  const size = file === '-' ? 0 : (await fileInformation(file)).size;
  const begun = statePath === null ? noProgress : await resume(statePath, file, options, operatorUrl);
  if (begun.position.lines > 0) {
    const left = counted(await linesAfter(file, begun.position), 'line is', 'lines are');
    output.note(`Resuming after line ${begun.position.lines}; ${left} left. To start from the beginning, use --restart.`);
  }
  const rejects =
    options.skipInvalid && !context.isDryRun
      ? await ResumableFile.open(rejectsPath(file, options), begun.rejectsBytes, 'ingestion')
      : undefined;

  const input = file === '-' ? surroundings.stdin : createReadStream(file, { start: begun.position.bytes });
  const interrupt = (): void => void input.destroy(new Interrupted());
  signal.addEventListener('abort', interrupt, { once: true });
  const bar = startProgress(output.errorStream, size, 'Ingesting');
  let run = begun;
  try {
    const limits = { records: options.batchSize, bytes: largestBatchBytes, skipsInvalid: options.skipInvalid === true };
    for await (const batch of readBatches(input, begun.position, limits)) {
      // The input that was read before the interruption may contain many batches.
      if (signal.aborted) throw new Interrupted();
      const sent = await sendBatch(operator, options.agency, batch, limits.skipsInvalid);
      await rejects?.append(sent.rejects);
      run = {
        position: batch.end,
        totals: addTotals(run.totals, sent.totals),
        rejected: run.rejected + sent.rejects.length,
        rejectsBytes: rejects?.bytes ?? 0,
      };
      if (statePath !== null) await save(statePath, file, { ...run, agency_id: options.agency, operator_url: operatorUrl, rejects });
      bar.update(run.position.bytes, { note: counted(run.position.lines, 'line') });
    }
    if (options.refresh) await operator.projections.refresh({}, { timeoutMs: refreshTimeoutMs });
  } catch (error) {
    bar.stop();
    if (error instanceof RequestShown) throw error;
    output.record(summary(run, options, false));
    throw await stopError(isFileError(error) ? fileError(file, error) : error, file, run, statePath);
  } finally {
    await rejects?.close();
  }
  bar.stop();
  signal.removeEventListener('abort', interrupt);
  if (statePath !== null) await rm(statePath, { force: true });
  output.record(summary(run, options, true));
  const { created, updated, unchanged } = run.totals;
  if (created + updated === 0 && unchanged > 0)
    output.note('Nothing changed: the service already has these records, so it sends no events.');
  if (run.rejected > 0) {
    const left = `${counted(run.rejected, 'line was', 'lines were')} left out`;
    throw new CommandError(`${left}: see ${rejectsPath(file, options)}. Everything else was ingested.`, exitCodes.partlyDone);
  }
}

function summary({ totals, position, rejected }: Run, { skipInvalid }: IngestOptions, done: boolean): object {
  return { ...totals, ...(skipInvalid && { rejected }), lines: position.lines, done };
}

interface Saved extends Run {
  readonly agency_id: string;
  readonly operator_url: string;
  readonly rejects: ResumableFile | undefined;
}

/** The state after a batch. If a run is killed before it is saved, the batch is sent again, which changes nothing. */
async function save(statePath: string, file: string, saved: Saved): Promise<void> {
  const { rejects, rejected, position, totals, agency_id, operator_url } = saved;
  const fingerprint = await fingerprintOf(file, position);
  const kept = rejects && { rejected, rejects: { path: rejects.path, bytes: rejects.bytes } };
  await writeJsonFile(statePath, {
    agency_id,
    operator_url,
    fingerprint,
    position,
    totals,
    ...kept,
  });
}

function rejectsPath(file: string, { rejects }: IngestOptions): string {
  if (rejects !== undefined) return rejects;
  if (file === '-') throw new UsageError('--skip-invalid requires --rejects FILE for standard input.');
  return `${file}.rejects`;
}

/** `--status`: shows the progress of an interrupted ingestion, and sends nothing. */
async function showStatus({ output }: Context, file: string, options: IngestOptions): Promise<void> {
  await fileInformation(file);
  const statePath = options.state ?? `${file}.ingest-state`;
  const state = await readState(statePath);
  if (state === null) throw new UsageError(`${statePath} does not exist: no interrupted ingestion of ${file} is known.`);
  const { position, totals, rejected = 0, agency_id, operator_url } = state;
  output.record({ ...totals, rejected, lines: position.lines, lines_left: await linesAfter(file, position), agency_id, operator_url });
}

class Interrupted extends Error {}

/** Whether the error has the members of Node's system errors. */
const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'errno' in error;

const noProgress: Run = {
  position: { lines: 0, bytes: 0 },
  totals: { created: 0, updated: 0, unchanged: 0 },
  rejected: 0,
  rejectsBytes: 0,
};

/** The position at which an earlier run for the same file and agency stopped. */
async function resume(statePath: string, file: string, options: IngestOptions, operatorUrl: string): Promise<Run> {
  const state = options.restart ? null : await readState(statePath);
  if (state === null) return noProgress;
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
  const isSameRejectsFile = options.skipInvalid && state.rejects?.path === rejectsPath(file, options);
  return {
    position: state.position,
    totals: state.totals,
    rejected: isSameRejectsFile ? (state.rejected ?? 0) : 0,
    rejectsBytes: isSameRejectsFile ? (state.rejects?.bytes ?? 0) : 0,
  };
}

async function fileInformation(file: string): Promise<{ size: number }> {
  const found = await stat(file).catch((error: unknown) => {
    throw fileError(file, error);
  });
  if (found.isDirectory()) throw fileError(file, { code: 'EISDIR' });
  return found;
}

/** The error of a stopped run. Its exit code shows whether records were ingested. */
async function stopError(error: unknown, file: string, { position }: Run, statePath: string | null): Promise<CommandError> {
  const partly = position.lines > 0;
  const left = statePath === null ? undefined : await linesAfter(file, position).catch(() => undefined);
  const rest = left === undefined ? '' : ` ${counted(left, 'line is', 'lines are')} left.`;
  const how =
    statePath === null
      ? 'Repeated records change nothing, so you can send the whole input again.'
      : 'Run the same command again to resume.';
  const where = partly ? `stopped after line ${position.lines}; everything before it was ingested.${rest} ${how}` : 'nothing was ingested.';
  if (error instanceof Interrupted) return new CommandError(where, partly ? exitCodes.partlyDone : exitCodes.failed);
  if (partly || error instanceof InvalidLineError) {
    return new CommandError(where, partly ? exitCodes.partlyDone : exitCodes.failed, error);
  }
  throw error;
}

function addTotals(totals: IngestTotals, { created, updated, unchanged }: IngestTotals): IngestTotals {
  return {
    created: totals.created + created,
    updated: totals.updated + updated,
    unchanged: totals.unchanged + unchanged,
  };
}
