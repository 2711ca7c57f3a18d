import { isSuccess, mostAttempts, type Evidence, type Finding } from './evidence.ts';
import type { SeenRequest } from './receiver-process.ts';
import type { DeliveryRow, RecordedAttempt } from './final-state.ts';

/** Tolerance of an attempt's recorded start: the process may receive its lease late. */
const clocksAgreeToMs = 20_000;

function isSame({ statusCode, error }: RecordedAttempt, { act }: SeenRequest): boolean {
  if (typeof act === 'number') return statusCode === act;
  return statusCode === null && error === (act === 'hang' ? 'timeout' : 'connection_error');
}

/** Finds each recorded attempt among the requests. Answers with the attempts and the requests that are left. */
export function match(
  attempts: readonly RecordedAttempt[],
  requests: readonly SeenRequest[],
): { unseen: RecordedAttempt[]; unrecorded: SeenRequest[] } {
  const left = [...requests];
  const unseen = attempts.filter((attempt) => {
    const distance = (request: SeenRequest) => Math.abs(request.at - attempt.at);
    const [nearest] = left
      .filter((request) => isSame(attempt, request) && distance(request) <= clocksAgreeToMs)
      .sort((a, b) => distance(a) - distance(b));
    if (nearest) left.splice(left.indexOf(nearest), 1);
    return !nearest;
  });
  return { unseen, unrecorded: left };
}

/** Whether what the service recorded of each delivery is what its receiver saw, to the request. */
export function checkDeliveries(evidence: Evidence): Finding[] {
  const ids = new Set([...evidence.requestsOf.keys(), ...evidence.deliveriesById.keys()]);
  return [...ids].flatMap((deliveryId) => {
    const requests = evidence.requestsOf.get(deliveryId) ?? [];
    const endpoint = evidence.endpointOf(deliveryId);
    const findings = checkAfterSuccess(evidence, requests);
    // What belonged to an endpoint that was deleted is gone.
    if (endpoint && endpoint.state !== 'deleted') findings.push(...checkOne(evidence, deliveryId, requests));
    return findings.map((finding) => ({ ...finding, deliveryId }));
  });
}

function checkAfterSuccess({ explainer }: Evidence, requests: readonly SeenRequest[]): Finding[] {
  const first = requests.find(isSuccess);
  if (!first) return [];
  const explanation = explainer.of(first);
  return requests.filter(({ at }) => at > first.endedAt).map((request) => ({ what: 'sent after a 2xx', request, explanation }));
}

function checkOne(evidence: Evidence, deliveryId: string, requests: readonly SeenRequest[]): Finding[] {
  const rows = evidence.deliveriesById.get(deliveryId) ?? [];
  if (rows.length === 0) return [{ what: 'sent, and in no list' }];
  if (rows.length > 1) return [{ what: 'several times in the lists' }];
  const [row] = rows as [DeliveryRow];
  const { unseen, unrecorded } = match(row.attempts, requests);
  const findings: Finding[] = [
    ...unseen.map(({ at }) => ({ what: 'recorded, and never received', note: new Date(at).toISOString() })),
    ...unrecorded.map((request) => ({ what: 'outcome unknown', request, explanation: evidence.explainer.of(request) })),
  ];
  const explained = findings.flatMap(({ explanation }) => explanation ?? []);
  if (row.attempts.length > mostAttempts) findings.push({ what: 'more than four attempts recorded' });
  if (requests.length > mostAttempts)
    findings.push({
      what: 'more than four requests',
      explanation: requests.length - explained.length <= mostAttempts ? explained[0] : undefined,
    });
  findings.push(...checkEnd(evidence, row, explained.length));
  return findings;
}

function checkEnd(evidence: Evidence, { id, status, attempts }: DeliveryRow, lostCount: number): Finding[] {
  const successes = attempts.filter(({ error }) => error === null).length;
  if (status === 'pending') return [{ what: 'still pending' }];
  if (status === 'delivered')
    return successes === 1 && attempts.at(-1)!.error === null ? [] : [{ what: 'delivered without a 2xx at its end' }];
  if (successes > 0) return [{ what: 'failed in spite of a 2xx' }];
  const failure = evidence.failuresByDelivery.get(id)?.[0];
  const isGivenUp = failure !== undefined && failure.error !== 'endpoint_disabled';
  if (!isGivenUp || attempts.length + lostCount >= mostAttempts) return [];
  const times = [...attempts, ...(evidence.requestsOf.get(id) ?? [])].map(({ at }) => at);
  const explanation = evidence.explainer.ofUnsent(Math.min(...times), Math.max(...times));
  return [{ what: 'given up after fewer than four requests', explanation }];
}
