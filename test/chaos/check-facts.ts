import type { EndpointLife } from './endpoint-life.ts';
import { isSuccess, type Evidence, type Finding } from './evidence.ts';
import type { Batch, Fact } from './market.ts';
import { factKey } from './final-state.ts';

/** What was not answered may be done a while later. */
const mayBeDoneLaterMs = 60_000;

/** Whether every request's facts are there or not as it was answered, all of them or none. */
export function checkBatches({ given: { batches, finalState } }: Evidence): Finding[] {
  return batches.flatMap(({ agencyId, facts, outcome }): Finding[] => {
    const there = facts.filter(({ type, subject }) => finalState.facts.has(factKey(agencyId, type, subject))).length;
    const note = `${there} of ${facts.length} facts of a request that was ${outcome}, the first about ${facts[0]!.subject}`;
    if (outcome === 'refused') return [{ what: 'facts refused', note }];
    if (there === facts.length || (outcome === 'unknown' && there === 0)) return [];
    return [{ what: outcome === 'accepted' ? 'lost: accepted facts' : 'facts there in part', note }];
  });
}

/** Each stored fact must have one event, with a final delivery at each subscribed endpoint and at no other. */
export function checkFanOut(evidence: Evidence): Finding[] {
  const { batches, endpoints, finalState } = evidence.given;
  return batches.flatMap((batch) =>
    batch.facts
      .filter(({ type, subject }) => finalState.facts.has(factKey(batch.agencyId, type, subject)))
      .flatMap((fact) =>
        endpoints
          .filter(({ agencyId, types, state }) => agencyId === batch.agencyId && types.includes(fact.type) && state !== 'deleted')
          .flatMap((endpoint) => checkPair(evidence, batch, fact, endpoint)),
      ),
  );
}

function checkPair(evidence: Evidence, batch: Batch, { type, subject }: Fact, endpoint: EndpointLife): Finding[] {
  const events = evidence.eventsOfFact.get(factKey(batch.agencyId, type, subject)) ?? [];
  const note = `${type} of ${subject} at ${endpoint.name}`;
  if (events.length > 1) return [{ what: 'several events of one fact', note }];
  const until = batch.until + (batch.outcome === 'unknown' ? mayBeDoneLaterMs : 0);
  const state = endpoint.stateDuring(batch.from, until);
  const eventId = events[0]?.id ?? '';
  const rows = evidence.deliveriesOfPair.get(`${endpoint.id} ${eventId}`) ?? [];
  const requests = evidence.requestsOfPair.get(`${endpoint.name} ${eventId}`) ?? [];
  const deliveryId = rows[0]?.id ?? requests[0]?.deliveryId;
  if (state === 'disabled' && (rows.length > 0 || requests.length > 0)) return [{ what: 'sent although disabled', note, deliveryId }];
  if (state !== 'active') return [];
  if (!rows.some(({ status }) => status !== 'pending')) return [{ what: 'lost: without an end state', note, deliveryId }];
  // Whatever failed was replayed while every receiver answered well.
  if (!requests.some(isSuccess)) return [{ what: 'lost: never received', note, deliveryId }];
  return [];
}

/** Each accepted replay must end, and replays must not multiply deliveries. */
export function checkReplays(evidence: Evidence): Finding[] {
  const { replays, endpoints } = evidence.given;
  const living = new Map(endpoints.filter(({ state }) => state !== 'deleted').map((endpoint) => [endpoint.id, endpoint]));
  const single = Map.groupBy(replays, ({ failureId }) => failureId);
  const multiplied = [...evidence.deliveriesOfPair].flatMap(([pair, rows]): Finding[] => {
    const failures = evidence.failuresOfPair.get(pair) ?? [];
    const replayed = failures.filter(({ isReplayed }) => isReplayed).length;
    const asked = failures.reduce((sum, { id }) => sum + (single.get(id)?.length ?? 0), 0);
    if (rows.length <= 1 + replayed + asked) return [];
    return [{ what: 'more deliveries than replays', deliveryId: rows.at(-1)!.id, note: `${rows.length} of one event to one endpoint` }];
  });
  const lost = replays.filter(
    ({ endpointId, failureId, deliveryId }) =>
      living.has(endpointId) &&
      deliveryId !== undefined &&
      !evidence.deliveriesById.has(deliveryId) &&
      !evidence.failuresByDelivery.has(deliveryId) &&
      // What returned to its failure more than once is known there by its last delivery.
      !(evidence.requestsOf.get(deliveryId) === undefined && single.get(failureId)!.length > 1),
  );
  return [...multiplied, ...lost.map(({ deliveryId }): Finding => ({ what: 'lost: a replay', deliveryId }))];
}

/** Whether analytics have every fact once. */
export function checkSums({ given: { finalState } }: Evidence): Finding[] {
  return finalState.sums
    .filter(({ rolledUp, counted }) => rolledUp !== counted)
    .map(({ agencyId, rolledUp, counted }) => ({ what: 'analytics differ from facts', note: `${agencyId}: ${rolledUp}; ${counted}` }));
}
