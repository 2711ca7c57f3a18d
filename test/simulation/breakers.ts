import { limits } from '../../generated/limits.ts';
import type { Ending, Life } from './lives.ts';
import type { Entry } from './sim-database.ts';

interface Outcome extends Ending {
  readonly generation: number;
}

/** Outcomes of one endpoint that were written together. */
interface Batch {
  readonly endpointId: string;
  readonly xid: string;
  readonly seq: number;
  readonly at: number;
  readonly outcomes: readonly Outcome[];
}

function readBatches(lives: ReadonlyMap<string, Life>): Batch[] {
  const outcomes = [...lives.values()].flatMap(({ endpointId, generation, endings }) =>
    endings.filter(({ isKnown }) => isKnown).map((ending) => ({ ...ending, endpointId, generation })),
  );
  return [...Map.groupBy(outcomes, ({ endpointId, xid }) => `${endpointId} ${xid}`).values()].map((batch) => ({
    endpointId: batch[0]!.endpointId,
    xid: batch[0]!.xid,
    seq: Math.min(...batch.map(({ seq }) => seq)),
    at: batch[0]!.at,
    outcomes: batch,
  }));
}

const has = ({ outcomes }: Batch, status: Ending['status'], generation: number) =>
  outcomes.some((outcome) => outcome.status === status && outcome.generation === generation);

/**
 * Consecutive failures are counted from records alone: a batch of failures counts one, any success resets
 * the count, and at the threshold the endpoint is disabled in the same transaction.
 */
export function breakersThatMoveAlone(entries: readonly Entry[], lives: ReadonlyMap<string, Life>): string[] {
  const wrong: string[] = [];
  const batches = readBatches(lives);
  const all = entries.filter(({ name }) => name === 'endpoint');
  const stateBefore = (id: string, seq: number) => all.findLast((entry) => entry.became!['id'] === id && entry.seq < seq)!.became!;
  const processes = new Set(entries.filter(({ name, was }) => name === 'lease' && !was).map(({ process }) => process));
  for (const { xid, was, became, process } of all) {
    if (!was || !became || !processes.has(process)) continue;
    const id = became['id'] as string;
    const batch = batches.find((one) => one.xid === xid && one.endpointId === id);
    const from = was['consecutive_failures'] as number;
    const to = became['consecutive_failures'] as number;
    const isCounted = to === from + 1 && batch && has(batch, 'failed', was['generation']) && !has(batch, 'delivered', was['generation']);
    const isRestored = to === 0 && batch && has(batch, 'delivered', was['generation']);
    if (to !== from && !isCounted && !isRestored) wrong.push(`${id} went from ${from} to ${to} failures in a row without its outcomes`);
    const isDisabled = was['status'] === 'active' && became['status'] === 'disabled';
    if (isDisabled !== (to > from && to >= limits.breakerFailures))
      wrong.push(`${id} is ${became['status']} after ${to} failures in a row`);
    if (became['generation'] - was['generation'] !== Number(isDisabled)) wrong.push(`${id} is in generation ${became['generation']}`);
  }
  for (const batch of batches) {
    const { endpointId, xid, seq, at } = batch;
    const moves = all.filter((entry) => entry.xid === xid && entry.became!['id'] === endpointId);
    const { status, generation, consecutive_failures: before } = stateBefore(endpointId, seq);
    const after = moves.at(-1)?.became!['consecutive_failures'] ?? before;
    const left = all.some((entry) => entry.became!['id'] === endpointId && entry.at <= at && entry.became!['generation'] > generation);
    if (status !== 'active' || left) continue;
    if (has(batch, 'delivered', generation)) {
      if (after !== 0) wrong.push(`${endpointId} has ${after} failures in a row after a success`);
    } else if (has(batch, 'failed', generation) && moves.length !== 1) {
      wrong.push(`${endpointId} has ${before} failures in a row, and one more was recorded`);
    }
  }
  return wrong;
}
