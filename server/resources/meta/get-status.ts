import { currentRelease } from '../../../generated/releases.ts';
import type { Status } from '../../../generated/models/index.ts';
import type { OpenContext } from '../../access/request-context.ts';
import type { MetaDependencies, ServiceChecks } from './dependencies.ts';
import { escapeHtml, page } from './page.ts';

type Component = Status['components'][number];
type State = Component['status'];

const lateDeliverySeconds = 60;
const silentWorkerSeconds = 30;
const oldProjectionSeconds = 35 * 60;
const severity: readonly State[] = ['operational', 'degraded', 'down'];

function component(name: string, status: State, detail: string | null): Component {
  return { name, status, detail: status === 'operational' ? null : detail };
}

async function deliveries(checks: ServiceChecks): Promise<Component> {
  const name = 'Webhook deliveries';
  const found = await checks.deliveries();
  if (!found) return component(name, 'down', 'The database does not answer.');
  const { oldestDueSeconds, workerSeenSecondsAgo } = found;
  if (workerSeenSecondsAgo === null || workerSeenSecondsAgo > silentWorkerSeconds) {
    return component(name, 'down', 'No worker is running. Deliveries are kept until one is.');
  }
  const secrets = await checks.signingSecrets();
  if (secrets !== null) return component(name, 'degraded', secrets);
  const isLate = oldestDueSeconds > lateDeliverySeconds;
  return component(name, isLate ? 'degraded' : 'operational', `The oldest due delivery has waited ${Math.round(oldestDueSeconds)} seconds.`);
}

async function projections(checks: ServiceChecks): Promise<Component> {
  const name = 'Sent messages and analytics';
  const age = await checks.projectionAgeSeconds();
  if (age === null) return component(name, 'degraded', 'They have not been brought up to date yet.');
  const isOld = age > oldProjectionSeconds;
  return component(name, isOld ? 'degraded' : 'operational', `They were brought up to date ${Math.round(age / 60)} minutes ago.`);
}

export async function getStatus({ checks }: MetaDependencies, context: OpenContext): Promise<Status> {
  context.setHeader('cache-control', 'no-store');
  context.setHeader('vary', 'accept');
  const database = await checks.database();
  const components = [
    component('API', database === null ? 'operational' : 'down', database),
    await deliveries(checks),
    await projections(checks),
  ];
  const worst = severity.findLast((state) => components.some(({ status }) => status === state)) ?? 'operational';
  const status: Status = {
    status: worst,
    checked_at: new Date().toISOString(),
    version: { name: currentRelease.name, date: currentRelease.date },
    components,
  };
  return context.prefersHtml ? (statusPage(context, status) as unknown as Status) : status;
}

function statusPage(context: OpenContext, status: Status): string {
  const rows = status.components.map(
    ({ name, status: state, detail }) =>
      `<tr><td>${escapeHtml(name)}</td><td class="${state}">${state}</td><td>${escapeHtml(detail ?? '')}</td></tr>`,
  );
  return page(
    context,
    'Status',
    `<p class="${status.status}">The service is ${status.status}.</p><table>${rows.join('')}</table>
<p>Release ${escapeHtml(status.version.name)} (${status.version.date}), checked at ${status.checked_at}.</p>`,
  );
}
