import { mostAttempts, type Evidence, type Finding } from './evidence.ts';
import type { DeliveryRow } from './final-state.ts';

/**
 * Whether a failed delivery was given up after its attempts, and not because its endpoint was disabled. Undefined where
 * neither its attempts nor its failure show: a replay that returned has taken the failure over.
 */
function isGivenUp(evidence: Evidence, { id, attempts }: DeliveryRow): boolean | undefined {
  const failure = evidence.failuresByDelivery.get(id)?.[0];
  if (failure) return failure.error !== 'endpoint_disabled';
  if (attempts.length === mostAttempts) return true;
  return (evidence.requestsOf.get(id)?.length ?? 0) > attempts.length ? undefined : false;
}

/** Whether counters are the sums of history, and every delivery that failed has its failure. */
export function checkCounters(evidence: Evidence): Finding[] {
  const { finalState, endpoints } = evidence.given;
  const byEndpoint = Map.groupBy(finalState.deliveries, ({ endpointId, type }) => `${endpointId} ${type}`);
  const miscounted = finalState.counters.flatMap(({ endpointId, type, delivered, failed }): Finding[] => {
    const rows = byEndpoint.get(`${endpointId} ${type}`) ?? [];
    const deliveredRows = rows.filter(({ status }) => status === 'delivered').length;
    const verdicts = rows.filter(({ status }) => status === 'failed').map((row) => isGivenUp(evidence, row));
    const least = verdicts.filter((verdict) => verdict).length;
    const most = verdicts.filter((verdict) => verdict !== false).length;
    if (delivered === deliveredRows && failed >= least && failed <= most) return [];
    const name = endpoints.find(({ id }) => id === endpointId)?.name ?? endpointId;
    const note = `${type} at ${name}: ${delivered} delivered and ${failed} failed, in history ${deliveredRows} and ${least} to ${most}`;
    return [{ what: 'counters differ from history', note }];
  });
  const living = new Set(endpoints.filter(({ state }) => state !== 'deleted').map(({ id }) => id));
  const pairs = new Set([...evidence.deliveriesOfPair.keys(), ...evidence.failuresOfPair.keys()]);
  const unpaired = [...pairs].flatMap((pair): Finding[] => {
    if (!living.has(pair.split(' ')[0]!)) return [];
    const failed = (evidence.deliveriesOfPair.get(pair) ?? []).filter(({ status }) => status === 'failed');
    const failures = evidence.failuresOfPair.get(pair) ?? [];
    if (failed.length === failures.length) return [];
    return [{ what: 'failures differ from history', note: `${failures.length} failures of ${failed.length}`, deliveryId: failed[0]?.id }];
  });
  return [...miscounted, ...unpaired];
}
