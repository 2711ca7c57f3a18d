import type { Status } from '../../generated/models.ts';
import { silentWorkerSeconds, type Freshness, type ServiceChecks } from './service-checks.ts';

type Component = Status['components'][number];

const lateDeliverySeconds = 60;
const latePublicationSeconds = 5 * 60;
const oldProjectionSeconds = 35 * 60;
const noResponse = 'The database does not respond.';

/** A duration in one unit, rounded for readers. */
function duration(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)} s`;
  if (seconds < 2 * 3600) return `${Math.floor(seconds / 60)} minutes`;
  return `${Math.floor(seconds / 3600)} hours`;
}

type Found<Name extends keyof ServiceChecks> = Awaited<ReturnType<ServiceChecks[Name]>>['value'];

function api(database: Found<'database'>): Component {
  const name = 'API';
  if ('failure' in database) return { name, status: 'down', detail: database.failure };
  return { name, status: 'operational', detail: `The database answered within ${Math.ceil(database.answerMs)} ms.` };
}

/** The primary serves the reads of a replica that is out of use, so the part is never down. */
function readReplicas({ servingCount, count }: NonNullable<Found<'replicas'>>): Component {
  const status = servingCount < count ? 'degraded' : 'operational';
  return { name: 'Read replicas', status, detail: `${servingCount} of ${count} replicas are in use.` };
}

function workers(found: Found<'workers'>): Component {
  const name = 'Workers';
  if (!found) return { name, status: 'down', detail: noResponse };
  const { seenSecondsAgo } = found;
  if (seenSecondsAgo === null) return { name, status: 'down', detail: 'No worker is running.' };
  const isSilent = seenSecondsAgo > silentWorkerSeconds;
  return { name, status: isSilent ? 'down' : 'operational', detail: `The last worker heartbeat was ${duration(seenSecondsAgo)} ago.` };
}

/** What waits for receivers; empty if no endpoint is behind. */
function waitsForReceivers(behind: Found<'behind'>): string {
  if (!behind?.oldest_due_at) return '';
  const endpoints = behind.endpoint_count === 1 ? '1 endpoint' : `${behind.endpoint_count} endpoints`;
  return ` Deliveries to ${endpoints} wait for their receivers, the oldest for ${duration((Date.now() - behind.oldest_due_at.getTime()) / 1_000)}.`;
}

function deliveries(
  oldestDueSeconds: number | null,
  worker: Component,
  unreadableSecrets: string | null,
  behind: Found<'behind'>,
): Component {
  const name = 'Webhook deliveries';
  if (oldestDueSeconds === null) return { name, status: 'down', detail: noResponse };
  const waited = `Oldest due delivery: ${duration(oldestDueSeconds)}.`;
  if (worker.status === 'down') return { name, status: 'down', detail: `${waited} Deliveries are queued until a worker runs.` };
  if (unreadableSecrets !== null) return { name, status: 'degraded', detail: `${waited} ${unreadableSecrets}` };
  if (oldestDueSeconds > lateDeliverySeconds) return { name, status: 'degraded', detail: waited };
  return { name, status: 'operational', detail: `${waited}${waitsForReceivers(behind)}` };
}

function publications(unclaimedSeconds: number | null): Component {
  const name = 'Publications';
  if (unclaimedSeconds === null) return { name, status: 'down', detail: noResponse };
  const waited = `Oldest due publication that has not been claimed: ${duration(unclaimedSeconds)}.`;
  if (unclaimedSeconds <= latePublicationSeconds) return { name, status: 'operational', detail: waited };
  return { name, status: 'degraded', detail: `${waited} It waits until the posting program claims it.` };
}

function projection(name: string, freshness: Freshness | undefined): Component {
  if (freshness === undefined) return { name, status: 'down', detail: noResponse };
  const { ageSeconds, oldestChangeSeconds } = freshness;
  if (ageSeconds === null) return { name, status: 'degraded', detail: 'Not refreshed yet.' };
  const isOld = Math.max(ageSeconds, oldestChangeSeconds ?? 0) > oldProjectionSeconds;
  const pending = oldestChangeSeconds === null ? '' : ` Oldest change not included yet: ${duration(oldestChangeSeconds)}.`;
  return { name, status: isOld ? 'degraded' : 'operational', detail: `Refreshed ${duration(ageSeconds)} ago.${pending}` };
}

/** The state of every part, as old as its oldest check. */
export async function checkParts(checks: ServiceChecks): Promise<Pick<Status, 'checked_at' | 'components'>> {
  const found = await Promise.all([
    checks.database(),
    checks.replicas(),
    checks.workers(),
    checks.oldestDueSeconds(),
    checks.signingSecrets(),
    checks.unclaimedPublicationSeconds(),
    checks.projections(),
    checks.behind(),
  ]);
  const [database, replicas, seen, oldestDue, secrets, unclaimed, { value: projections }, behind] = found;
  const worker = workers(seen.value);
  const components = [
    api(database.value),
    ...(replicas.value ? [readReplicas(replicas.value)] : []),
    worker,
    deliveries(oldestDue.value, worker, secrets.value, behind.value),
    publications(unclaimed.value),
    projection('Sent messages', projections?.sentMessages),
    projection('Analytics', projections?.analytics),
  ];
  const checkedAt = Math.min(...found.map(({ measuredAt }) => measuredAt.getTime()));
  return { checked_at: new Date(checkedAt).toISOString(), components };
}
