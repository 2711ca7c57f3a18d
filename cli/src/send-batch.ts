import { isProblem, type ProblemError } from '@agency-service/sdk';
import type { IncomingRecord, OperatorClient } from '@agency-service/sdk/operator';
import { CommandError } from './exit-codes.ts';
import type { IngestTotals } from './ingest-state.ts';
import type { LineBatch, Reject } from './ndjson.ts';

const shownErrors = 20;

/** The counts of an ingested batch, and the records that were refused. */
export interface Sent {
  readonly totals: IngestTotals;
  readonly rejects: readonly Reject[];
}

const nothing: IngestTotals = { created: 0, updated: 0, unchanged: 0 };

/** Sends a batch. With `skipsInvalid`, refused records are skipped, and the others are sent without them. */
export async function sendBatch(operator: OperatorClient, agencyId: string, batch: LineBatch, skipsInvalid: boolean): Promise<Sent> {
  let { records, lineNumbers } = batch;
  const rejects: Reject[] = [...batch.invalid];
  while (records.length > 0) {
    try {
      return { totals: await operator.records.ingest({ agency_id: agencyId, records: records as IncomingRecord[] }), rejects };
    } catch (error) {
      if (!isProblem(error, 'validation_failed') || error.errors.length === 0) throw error;
      const refused = skipsInvalid ? refusedRecords(error) : undefined;
      if (refused === undefined) throw namingLines(error, { records, lineNumbers });
      rejects.push(...[...refused].map(([at, errors]) => ({ line: lineNumbers[at]!, errors, record: records[at] })));
      lineNumbers = lineNumbers.filter((_line, at) => !refused.has(at));
      records = records.filter((_record, at) => !refused.has(at));
    }
  }
  return { totals: nothing, rejects };
}

/** The errors of each refused record by its index in the batch; undefined if an error is about the whole batch. */
function refusedRecords({ errors }: ProblemError<'validation_failed'>): Map<number, string[]> | undefined {
  const refused = new Map<number, string[]>();
  for (const { path, message } of errors) {
    const [, index, field = ''] = recordPath.exec(path) ?? [];
    if (index === undefined) return undefined;
    const known = refused.get(Number(index)) ?? [];
    refused.set(Number(index), [...known, field === '' ? message : `${field}: ${message}`]);
  }
  return refused;
}

const recordPath = /^records\.(\d+)\.?(.*)$/;

/** Replaces paths such as `records.3.amount_cents` by line numbers. */
function namingLines(error: ProblemError<'validation_failed'>, { lineNumbers }: Pick<LineBatch, 'records' | 'lineNumbers'>): CommandError {
  const lines = error.errors.slice(0, shownErrors).map(({ path, message }) => {
    const [, index, field = ''] = recordPath.exec(path) ?? [];
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
