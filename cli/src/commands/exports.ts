import { rm, stat } from 'node:fs/promises';
import { isProblem } from '@agency-service/sdk';
import { operatorOperations, type OperatorClient } from '@agency-service/sdk/operator';
import { examples, groupOf, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { fileError } from '../file-error.ts';
import { untilInterrupted } from '../interruption.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';
import { startProgress } from '../progress.ts';
import { ResumableFile } from '../resumable-file.ts';
import { operatorAccess } from '../settings.ts';

interface ExportOptions {
  restart?: boolean;
}

/** The progress of an export, saved next to its file after each page. */
interface ExportState {
  readonly operator_url: string;
  readonly agency_id: string;
  readonly fan_id: string | null;
  readonly export_id: string;
  /** The cursor of the next page; null before the first one. */
  readonly cursor: string | null;
  /** The length of the file. Bytes after it belong to a page that will be read again. */
  readonly bytes: number;
  readonly counts: Readonly<Record<string, number>>;
}

interface Subject {
  readonly agencyId: string;
  readonly fanId: string | null;
}

const limit = operatorOperations.listExportedRows.parameters['limit']!.maximum!;

/** `svc agencies export` and `svc fans export`. */
export const registerExports: Register = (program, context) => {
  for (const [group, subject, example] of [
    ['agencies', 'everything of an agency, without secrets,', 'northlight.ndjson'],
    ['fans', 'everything about a fan', '90817263 fan.ndjson'],
  ] as const) {
    const isFan = group === 'fans';
    const command = groupOf(program, group)
      .command('export')
      .description(`write ${subject} to a file of JSON lines; an interrupted export resumes (operator)`)
      .argument('<agency-id>', 'agency');
    if (isFan) command.argument('<fan-id>', 'fan');
    command
      .argument('<file>', 'NDJSON file; FILE.export-state records the progress')
      .option('--restart', 'start from the beginning, replacing the file')
      .action(async () => {
        const [agencyId, ...others] = command.processedArgs as string[];
        const subject = { agencyId: agencyId!, fanId: isFan ? others[0]! : null };
        await untilInterrupted((signal) => exportTo(context(), subject, others.at(-1)!, command.opts<ExportOptions>(), signal));
      });
    examples(command, `svc ${group} export 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 ${example}`);
  }
};

async function exportTo(running: Context, subject: Subject, path: string, options: ExportOptions, signal: AbortSignal): Promise<void> {
  const { output } = running;
  const operator = await running.operator();
  const { operatorUrl } = await operatorAccess(running.options, running.surroundings.environment);
  const statePath = `${path}.export-state`;
  const earlier = options.restart ? null : await readState(statePath);
  if (earlier) requireSame(earlier, subject, operatorUrl, statePath);
  else if (!options.restart) await requireAbsent(path);
  const begun = earlier ?? (await openExport(operator, subject, operatorUrl, signal));
  if (earlier) output.note(`Resuming after ${counted(rowsOf(earlier), 'row')}. To start from the beginning, use --restart.`);
  const state = await writeRows(running, operator, begun, path, statePath, signal);
  if (!state.isDone) {
    throw new CommandError(
      `Interrupted after ${counted(rowsOf(state), 'row')}. Run the same command again to resume.`,
      exitCodes.partlyDone,
    );
  }
  await rm(statePath, { force: true });
  const counts = Object.entries(state.counts).map(([table, count]) => ({ table, count }));
  output.record({ agency_id: subject.agencyId, kind: subject.fanId === null ? 'agency' : 'fan', file: path, rows: rowsOf(state), counts });
}

/** The state of an unfinished export; null without one. */
function readState(path: string): Promise<ExportState | null> {
  const isValid = (state: ExportState) => typeof state.export_id === 'string' && Number.isInteger(state.bytes);
  return readJsonFile(path, isValid, `${path} is not the state of an export. Use another file, or --restart to start from the beginning.`);
}

const rowsOf = ({ counts }: Pick<ExportState, 'counts'>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function requireSame(state: ExportState, { agencyId, fanId }: Subject, operatorUrl: string, statePath: string): void {
  if (state.agency_id === agencyId && state.fan_id === fanId && state.operator_url === operatorUrl) return;
  throw new UsageError(`${statePath} belongs to an export of other data. Use another file, or --restart to start from the beginning.`);
}

async function requireAbsent(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw fileError(path, error);
  });
  if (found) throw new UsageError(`${path} exists. Use another file, or --restart to replace it.`);
}

async function openExport(
  operator: OperatorClient,
  { agencyId, fanId }: Subject,
  operatorUrl: string,
  signal: AbortSignal,
): Promise<ExportState> {
  const call = { agency_id: agencyId };
  const { id } = await (fanId === null
    ? operator.agencies.export(call, { signal })
    : operator.fans.export({ ...call, fan_id: fanId }, { signal }));
  return { operator_url: operatorUrl, agency_id: agencyId, fan_id: fanId, export_id: id, cursor: null, bytes: 0, counts: {} };
}

/** Each page is on the disk before the state contains it. A resumed export truncates later bytes, and reads their page again. */
async function writeRows(
  { output }: Context,
  operator: OperatorClient,
  begun: ExportState,
  path: string,
  statePath: string,
  signal: AbortSignal,
): Promise<ExportState & { readonly isDone: boolean }> {
  const file = await ResumableFile.open(path, begun.bytes, 'export');
  const bar = startProgress(output.errorStream, 0, 'Exporting');
  let state = begun;
  try {
    await writeJsonFile(statePath, state);
    while (!signal.aborted) {
      const cursor = state.cursor === null ? {} : { cursor: state.cursor };
      const { data, next_cursor: next } = await operator.exports.listRows({ export_id: state.export_id, limit, ...cursor });
      await file.append(data);
      const counts = { ...state.counts };
      for (const { table } of data) counts[table] = (counts[table] ?? 0) + 1;
      state = { ...state, cursor: next, bytes: file.bytes, counts };
      bar.update(0, { note: counted(rowsOf(state), 'row') });
      if (next === null) return { ...state, isDone: true };
      await writeJsonFile(statePath, state);
    }
  } catch (error) {
    if (isProblem(error, 'not_found')) {
      throw new CommandError(
        'The export expired, or the agency was erased. Use --restart to start from the beginning.',
        exitCodes.notFound,
        error,
      );
    }
    throw error;
  } finally {
    bar.stop();
    await file.close();
  }
  return { ...state, isDone: false };
}
