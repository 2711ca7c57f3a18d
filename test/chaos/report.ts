import type { Account } from './accounting.ts';
import { isSuccess, type Finding } from './evidence.ts';
import { nameOf } from './faults.ts';

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): string {
  const counts = [...Map.groupBy(items, keyOf)].map(([key, group]) => ({ key, count: group.length }));
  const listed = counts.sort((a, b) => b.count - a.count).map(({ key, count }) => `${count.toLocaleString('en')} ${key}`);
  return listed.length === 0 ? 'none' : listed.join(', ');
}

/** What happened, in a few lines. */
export function summarize({ evidence, exceptions, unexplained }: Account): string[] {
  const { batches, requests, answers, faults, lives, finalState, replays } = evidence.given;
  const facts = batches.flatMap(({ facts, outcome }) => facts.map(() => outcome));
  const line = (name: string, text: string) => `${name.padEnd(12)} ${text}`;
  const rows = [...Map.groupBy(exceptions, ({ what }) => what)];
  return [
    line(
      'facts',
      countBy(facts, (outcome) => (outcome === 'unknown' ? 'not answered' : outcome)),
    ),
    line(
      'answers',
      countBy(
        [...answers].flatMap(([status, count]) => Array.from({ length: count }, () => status)),
        (status) => (status === 'none' ? 'without an answer' : `with ${status}`),
      ),
    ),
    line(
      'faults',
      countBy(faults, ({ kind }) => kind),
    ),
    line('processes', `${lives.length}`),
    line(
      'requests',
      `${requests.length.toLocaleString('en')}, ${countBy(requests, (request) => (isSuccess(request) ? '2xx' : String(request.act)))}`,
    ),
    line(
      'deliveries',
      countBy(finalState.deliveries, ({ status }) => status),
    ),
    line('failures', `${countBy(finalState.failures, ({ error }) => error)}; ${replays.length} single replays`),
    line('lost', `${unexplained.filter(({ what }) => what.startsWith('lost')).length}`),
    ...rows.map(([what, findings]) => line('exception', `${what}: ${countBy(findings, ({ explanation }) => explanation!.kind)}`)),
    line(
      'unexplained',
      countBy(unexplained, ({ what }) => what),
    ),
  ];
}

/** The exceptions under the faults that explain them, each in a line. */
export function listExceptions({ exceptions }: Account, clock: (ms: number) => string): string[] {
  return [...Map.groupBy(exceptions, ({ explanation }) => explanation!)].flatMap(([fault, findings]) => [
    `${clock(fault.from).padStart(11)}  ${nameOf(fault)}: ${countBy(findings, ({ what }) => what)}`,
    ...findings.map(({ what, deliveryId, request }) => {
      const sent = request ? `, sent by ${request.process} to ${request.endpoint} at ${clock(request.at)} (${request.act})` : '';
      return `               ${what}: delivery ${deliveryId}${sent}`;
    }),
  ]);
}

/** The details needed to follow one finding. `clock` shows an instant. */
export function describe({ evidence }: Account, { what, note, deliveryId, at }: Finding, clock: (ms: number) => string): string[] {
  const lines = [`${what}${note ? `: ${note}` : ''}${at === undefined ? '' : `, at ${clock(at)}`}`];
  const addFaultsAround = (times: readonly number[]) => {
    for (const fault of evidence.explainer.around(times))
      lines.push(`    fault ${clock(fault.from)} to ${clock(fault.until)}: ${nameOf(fault)}`);
  };
  if (at !== undefined) addFaultsAround([at]);
  if (!deliveryId) return lines;
  const requests = evidence.requestsOf.get(deliveryId) ?? [];
  for (const { id, status, eventId, type, attempts, note } of evidence.deliveriesById.get(deliveryId) ?? []) {
    lines.push(`  delivery ${id} of event ${eventId} (${type}): ${status}${note ? `, ${note}` : ''}`);
    for (const { at, statusCode, error } of attempts) lines.push(`    recorded ${clock(at)} ${statusCode ?? ''} ${error ?? ''}`.trimEnd());
  }
  for (const { endpoint, subject, process, at, act, endedAt } of requests)
    lines.push(`    received ${clock(at)} by ${endpoint} from ${process}: ${act} at ${clock(endedAt)} (${subject})`);
  for (const { id, error, isReplayed } of evidence.failuresByDelivery.get(deliveryId) ?? [])
    lines.push(`    failure ${id}: ${error}${isReplayed ? ', replayed' : ''}`);
  const attempts = evidence.deliveriesById.get(deliveryId)?.flatMap(({ attempts }) => attempts) ?? [];
  addFaultsAround([...requests, ...attempts].map(({ at }) => at));
  return lines;
}
