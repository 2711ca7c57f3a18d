import { breakersThatMoveAlone } from './breakers.ts';
import { readLives, type Life } from './lives.ts';
import type { Entry } from './sim-database.ts';
import { awayAfterMs, deadAfterMs, type SimProcess } from './sim-process.ts';
import type { SeenRequest, World } from './world.ts';

/** What the end of a simulation is judged by. */
interface Facts {
  readonly world: World;
  readonly entries: readonly Entry[];
  readonly lives: ReadonlyMap<string, Life>;
  readonly requestsOf: ReadonlyMap<string, readonly SeenRequest[]>;
  readonly maxAttempts: number;
}

/** What was left unknown, given up or could not be written: the exceptions, each of which is accounted for. */
export interface Tally {
  requests: number;
  /** Unknown outcomes, because their process died or was found dead. */
  lost: number;
  abandoned: number;
  unwritable: number;
  disabled: number;
}

const isIn = (at: number, from: number, until: number) => at >= from && at <= until;

/** Requests that are neither recorded nor explained. */
function unknownOf(requests: readonly SeenRequest[], { recorded }: Life): SeenRequest[] {
  return requests.filter(
    ({ number, abandonedAt, answer }) => !recorded.includes(number) && abandonedAt === undefined && answer?.kind !== 'unwritable',
  );
}

/** Each fact that was committed has its event, and a delivery to each endpoint that was active; none other has. */
async function whatIsPublished({ world, entries, lives }: Facts): Promise<string[]> {
  const wrong: string[] = [];
  const events = entries.filter(({ name }) => name === 'event');
  const endpoints = await world.database.rows<{ id: string; agency_id: string }>('SELECT id, agency_id FROM webhook_endpoints');
  const states = (id: string) => entries.filter(({ name, became }) => name === 'endpoint' && became!['id'] === id);
  const wasActive = (id: string, seq: number) => states(id).findLast((entry) => entry.seq < seq)!.became!['status'] === 'active';
  const wasActiveAt = (id: string, at: number) =>
    states(id)
      .filter((entry, index, all) => entry.at === at || (entry.at < at && (all[index + 1]?.at ?? Infinity) >= at))
      .every(({ became }) => became!['status'] === 'active');
  for (const { number, agencyId, count, at, commit } of world.publications) {
    const own = events.filter(({ became }) => became!['data'].n === number).length;
    const isAsked = endpoints.some(({ id, agency_id }) => agency_id === agencyId && wasActiveAt(id, at));
    const isRight = own === 0 ? commit !== 'committed' || !isAsked : own === count && commit !== 'failed';
    if (!isRight) wrong.push(`${own} of ${count} events of publication ${number}, which is ${commit}`);
  }
  for (const { seq, became } of events) {
    for (const { id, agency_id } of endpoints.filter(({ agency_id }) => agency_id === became!['agency_id'])) {
      const count = [...lives.values()].filter(({ endpointId, eventId }) => endpointId === id && eventId === became!['id']).length;
      // Between what the publisher saw and its commit others may have disabled it.
      const wereActive = wasActive(id, seq);
      if (count !== 1 && (wereActive || count > 1)) wrong.push(`${count} deliveries of an event to endpoint ${id} of ${agency_id}`);
    }
  }
  return wrong;
}

/** A delivery ends once: in history, with a failure record where it failed, and nowhere else. */
async function whatHasEnded({ world, lives, maxAttempts }: Facts): Promise<string[]> {
  const wrong: string[] = [];
  const history = await world.database.rows('SELECT * FROM delivery_history');
  const failures = await world.database.rows('SELECT * FROM delivery_failures');
  for (const { id } of history) if (!lives.has(id)) wrong.push(`${id} is in history and never was in the queue`);
  for (const { delivery_id: id } of failures) if (!lives.has(id)) wrong.push(`${id} failed and never was in the queue`);
  for (const { id, eventId, endings, lost } of lives.values()) {
    const rows = history.filter((row) => row.id === id);
    const failed = failures.filter((row) => row.delivery_id === id);
    const [ending] = endings;
    if (endings.length !== 1 || rows.length !== 1 || !ending) {
      wrong.push(`${id} left the queue ${endings.length} times and is in history ${rows.length} times`);
      continue;
    }
    const [row] = rows as [Record<string, any>];
    if (row.status !== ending.status || row.event_id !== eventId)
      wrong.push(`${id} is ${row.status} in history and ended ${ending.status}`);
    if (failed.length !== (row.status === 'failed' ? 1 : 0)) wrong.push(`${id} is ${row.status} and has ${failed.length} failure records`);
    if (row.status !== 'failed') continue;
    const [{ attempts, error, event_id }] = failed as [Record<string, any>];
    if (String(attempts) !== String(row.attempts) || event_id !== eventId) wrong.push(`the failure of ${id} is not what history has`);
    if (error === 'endpoint_disabled') continue;
    const isGivenUp = ending.attemptCount === maxAttempts + 1 && lost.length > 0;
    if (ending.attemptCount !== maxAttempts && !isGivenUp)
      wrong.push(`${id} failed after ${ending.attemptCount} of ${maxAttempts} attempts`);
    if (error !== (isGivenUp ? 'connection_error' : 'http_status')) wrong.push(`${id} failed with ${error}`);
  }
  return wrong;
}

/** What is recorded is what the receivers saw, to the attempt; what is not recorded is lost, and no more than that is. */
function whatReceiversSaw({ world, lives, requestsOf }: Facts, tally: Tally): string[] {
  const wrong: string[] = [];
  for (const life of lives.values()) {
    const { id, recorded, lost, returned, endings } = life;
    const requests = requestsOf.get(id) ?? [];
    if (new Set(recorded).size !== recorded.length) wrong.push(`a request of ${id} is recorded twice`);
    const answers = recorded.map((number) => requests.find((request) => request.number === number)?.answer?.kind);
    const isLastGood = answers.at(-1) === 'good';
    const isUnwritable = requests.some(({ answer }) => answer?.kind === 'unwritable');
    if (answers.slice(0, -1).some((kind) => kind !== 'bad') || answers.includes(undefined))
      wrong.push(`${id} has attempts that no receiver saw`);
    if (!isUnwritable && isLastGood !== (endings[0]?.status === 'delivered'))
      wrong.push(`${id} is ${endings[0]?.status}: ${answers.join()}`);
    if (endings[0]?.status === 'delivered' && !requests.some(({ answer }) => answer && answer.kind !== 'bad'))
      wrong.push(`${id} is delivered and was not received`);
    const unknown = unknownOf(requests, life);
    // What a stopping process could not write any more it hands on as if it were not sent.
    const handedOn = returned.filter(({ process }) =>
      world.processes.some(({ name, isStopping }) => name === process && isStopping),
    ).length;
    if (unknown.length > lost.length + handedOn)
      wrong.push(`${unknown.length} requests of ${id} are not recorded, and ${lost.length + handedOn} were lost`);
    tally.requests += requests.length;
    tally.lost += lost.length;
    tally.abandoned += requests.filter(({ abandonedAt }) => abandonedAt !== undefined).length;
    tally.unwritable += Number(isUnwritable);
    tally.disabled += Number(endings[0]?.error === 'endpoint_disabled');
  }
  return wrong;
}

/** A request is made four times at most, one after the other, and not after a success that a living process knows of. */
function whatIsSent({ world, lives, requestsOf, maxAttempts }: Facts): string[] {
  const wrong: string[] = [];
  for (const [id, requests] of requestsOf) {
    const life = lives.get(id)!;
    const handedOn = requests.filter(
      ({ number, process, abandonedAt }) => abandonedAt !== undefined || (process.isStopping && !life.recorded.includes(number)),
    );
    if (requests.length > maxAttempts + handedOn.length)
      wrong.push(`${id} was sent ${requests.length} times, ${handedOn.length} of them handed on`);
    requests.forEach((later, index) => {
      for (const { sentAt, answer, abandonedAt, process, number } of requests.slice(0, index)) {
        const isOpen = (answer?.at ?? abandonedAt ?? Infinity) > later.sentAt;
        const isGood = answer !== undefined && answer.kind !== 'bad';
        if (!isOpen && !isGood) continue;
        const wasLost = life.lost.some(({ at }) => isIn(at, sentAt, later.sentAt));
        const wasHandedOn = process.isStopping && life.returned.some(({ at }) => isIn(at, sentAt, later.sentAt));
        if (!wasLost && !wasHandedOn)
          wrong.push(`${id} was sent again ${isOpen ? 'before' : 'after'} request ${number} ${isOpen ? 'was answered' : 'succeeded'}`);
      }
    });
  }
  // A success that a living process knows settles what is still pending.
  for (const { number, deliveryId, process, answer } of world.requests) {
    if (answer?.kind !== 'good' || !process.isAlive || process.isStopping) continue;
    const { recorded, endings } = lives.get(deliveryId)!;
    const written = world.recordings.findLast((recording) => recording.process === process && recording.requests.includes(number));
    if (!written) wrong.push(`the success of request ${number} was never to be recorded`);
    else if (!recorded.includes(number) && endings[0]!.at > written.at) wrong.push(`the success of request ${number} settled nothing`);
  }
  return wrong;
}

/** Counters are the deliveries that ended in their minutes, but for those that were never to be sent. */
async function whatIsCounted({ world, lives }: Facts): Promise<string[]> {
  const expected = new Map<string, { delivered: number; failed: number }>();
  for (const { endpointId, endings } of lives.values()) {
    const [ending] = endings;
    if (!ending || ending.error === 'endpoint_disabled') continue;
    const key = `${endpointId} ${Math.floor((ending.at + 50_000) / 60_000)}`;
    if (!expected.has(key)) expected.set(key, { delivered: 0, failed: 0 });
    expected.get(key)![ending.status]++;
  }
  const counted = await world.database.rows<{ key: string; delivered: number; failed: number }>(`
    SELECT endpoint_id || ' ' || (extract(epoch FROM minute - timestamptz '2026-01-31T23:59:00Z') / 60)::int AS key,
           delivered_count::int AS delivered, failed_count::int AS failed
      FROM delivery_minutes`);
  const wrong: string[] = [];
  for (const key of new Set([...expected.keys(), ...counted.map(({ key }) => key)])) {
    const { delivered, failed } = counted.find((row) => row.key === key) ?? { delivered: 0, failed: 0 };
    const { delivered: wasDelivered, failed: hasFailed } = expected.get(key) ?? { delivered: 0, failed: 0 };
    if (delivered !== wasDelivered || failed !== hasFailed)
      wrong.push(`minute ${key}: ${delivered} and ${failed} are counted, ${wasDelivered} and ${hasFailed} were`);
  }
  return wrong;
}

/** Only the lease holder settles its deliveries, a success excepted; no process is found dead that was not missing for long enough. */
function whoHoldsWhat({ world, entries, lives, requestsOf }: Facts): string[] {
  const wrong: string[] = [];
  const leases = entries.filter(({ name, became }) => name === 'lease' && became);
  const ownerOf = new Map(leases.filter(({ was }) => !was).map(({ became, process }) => [became!['id'] as number, process]));
  const endOf = new Map(
    leases
      .filter(({ was, became }) => was && !was['ended_at'] && became!['ended_at'])
      .map((entry) => [entry.became!['id'] as number, entry]),
  );
  for (const [id, { at, became, process }] of endOf) {
    if (became!['is_returned'] && process !== ownerOf.get(id)) wrong.push(`${process} returned the lease of ${ownerOf.get(id)}`);
    if (became!['is_returned']) continue;
    const beatenAt = leases.findLast((entry) => entry.became!['id'] === id && entry.at <= at && !entry.became!['ended_at'])!.at;
    const backAt = world.outages.filter(([from, until]) => until <= at && until - from > awayAfterMs).map(([, until]) => until);
    if (at - Math.max(beatenAt, ...backAt) < deadAfterMs) wrong.push(`${ownerOf.get(id)} was found dead after ${at - beatenAt} ms`);
  }
  for (const { id, leasings, returned, retried, lost, endings } of lives.values()) {
    for (const { seq, takenUnder, process, isBorn } of leasings) {
      if (ownerOf.get(takenUnder) !== process) wrong.push(`${process} leased ${id} under the lease of ${ownerOf.get(takenUnder)}`);
      if (!isBorn && (endOf.get(takenUnder)?.seq ?? Infinity) < seq) wrong.push(`${process} leased ${id} under a lease that had ended`);
    }
    const own = [...retried, ...endings.filter(({ status, error }) => status === 'failed' && error !== 'endpoint_disabled')];
    for (const { lease, process } of own)
      if (lease === null || ownerOf.get(lease) !== process) wrong.push(`${process} settled ${id} that it did not hold`);
    for (const { lease, process } of returned)
      if (lease === null || (ownerOf.get(lease) !== process && !endOf.get(lease)?.became!['is_returned']))
        wrong.push(`${process} gave back ${id} that it did not hold`);
    for (const { lease } of lost)
      if (lease === null || endOf.get(lease)?.became!['is_returned'] !== false) wrong.push(`${id} is lost, and its holder lives`);
  }
  return [...wrong, ...suspectsTriedTogether(lives, requestsOf)];
}

/**
 * After a crash deliveries in flight are tried one at a time for each endpoint, until they have ended. One that was lost twice is tried with no
 * other one, until it has ended or been open for a second.
 */
function suspectsTriedTogether(lives: Facts['lives'], requestsOf: Facts['requestsOf']): string[] {
  const tried = [...lives.values()].flatMap(({ id, endpointId, leasings }) =>
    leasings
      .filter(({ wasSuspect }) => wasSuspect)
      .map(({ at, seq, process, lostCount }) => {
        const request = requestsOf.get(id)?.find((one) => one.process.name === process && one.sentAt >= at);
        return {
          id,
          endpointId,
          isAlone: lostCount > 1,
          at,
          seq,
          process,
          openUntil: request ? (request.answer?.at ?? request.abandonedAt ?? Infinity) : at,
        };
      }),
  );
  return tried.flatMap((later) =>
    tried
      .filter(
        ({ process, endpointId, isAlone, seq, at, openUntil }) =>
          process === later.process &&
          seq < later.seq &&
          openUntil > later.at &&
          (endpointId === later.endpointId || ((isAlone || later.isAlone) && later.at - at < 1_000)),
      )
      .map(({ id }) => `${later.id} was tried together with ${id}`),
  );
}

/** At the end each live process has one lease, and there are no others. */
async function whatIsLeft({ world }: Facts): Promise<string[]> {
  const owners = await world.database.rows<{ process: string }>(
    `SELECT (SELECT process FROM ledger WHERE name = 'lease' AND was IS NULL AND became ->> 'id' = l.id::text) AS process
       FROM delivery_leases l WHERE ended_at IS NULL ORDER BY 1`,
  );
  const living = world.processes.filter(({ isAlive }) => isAlive).map(({ name }) => name);
  const holding = owners.map(({ process }) => process);
  return holding.join() === living.sort().join() ? [] : [`${living.join()} live, and ${holding.join()} hold leases`];
}

/** What processes said of breakers is true. */
function whatIsSaid({ world, entries }: Facts): string[] {
  const opened = (process: SimProcess) =>
    entries.filter(
      ({ name, was, became, process: by }) =>
        name === 'endpoint' && by === process.name && was?.['status'] === 'active' && became!['status'] === 'disabled',
    ).length;
  return world.processes.flatMap((process) =>
    process.breakerOpenings > opened(process)
      ? [`${process.name} reported ${process.breakerOpenings} breakers and opened ${opened(process)}`]
      : [],
  );
}

/** What holds at the end of every simulation, whatever went wrong in it. Answers with the exceptions. */
export async function expectNothingWrong(world: World): Promise<Tally> {
  const entries = await world.database.readLedger();
  const lives = readLives(entries);
  const requestsOf = Map.groupBy(world.requests, ({ deliveryId }) => deliveryId);
  const facts: Facts = { world, entries, lives, requestsOf, maxAttempts: world.schedule.length + 1 };
  const tally: Tally = { requests: 0, lost: 0, abandoned: 0, unwritable: 0, disabled: 0 };
  const wrong = [
    ...(await whatIsPublished(facts)),
    ...(await whatHasEnded(facts)),
    ...whatReceiversSaw(facts, tally),
    ...whatIsSent(facts),
    ...(await whatIsCounted(facts)),
    ...breakersThatMoveAlone(entries, lives),
    ...whoHoldsWhat(facts),
    ...(await whatIsLeft(facts)),
    ...whatIsSaid(facts),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return tally;
}
