import { currentRelease } from '../../../generated/releases.ts';
import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { Status } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { framedPageResponse } from '../../pages/page-responses.ts';
import { escapeHtml } from '../../pages/prose.ts';
import type { Site } from '../../pages/site.ts';
import { checkParts } from '../../status/parts.ts';
import type { Handler } from '../handler.ts';

type State = Status['status'];
type Day = Status['history'][number]['days'][number];

const severity: readonly State[] = ['operational', 'degraded', 'down'];

export const getStatus: Handler<'getStatus', 'checks' | 'history' | 'site'> = async (_request, context, { checks, history, site }) => {
  context.setHeader('cache-control', 'no-store');
  context.setHeader('vary', 'accept');
  const [{ checked_at, components }, { value: kept }] = await Promise.all([checkParts(checks), history()]);
  const worst = severity.findLast((state) => components.some(({ status }) => status === state)) ?? 'operational';
  const status: Status = {
    status: worst,
    checked_at,
    version: { name: currentRelease.name, date: currentRelease.date },
    components,
    history: kept.map(({ name, days }) => ({ name, days: [...days] })),
  };
  return context.preferred(['json', 'html']) === 'html' ? statusPage(site, context, status) : status;
};

/** The worst state of a part on a day. */
function worstOf({ degraded_minutes, down_minutes }: Day): State {
  if (down_minutes > 0) return 'down';
  return degraded_minutes > 0 ? 'degraded' : 'operational';
}

/** The last days up to that of an instant, oldest first. */
function lastDays(instant: string, count: number): string[] {
  const today = Date.parse(instant.slice(0, 10));
  return Array.from({ length: count }, (_, index) => new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10));
}

/** The content of a strip as text, for readers who cannot see its colours or hover. */
function troubleOf(days: readonly Day[]): string {
  const rows = days
    .filter((day) => worstOf(day) !== 'operational')
    .toReversed()
    .map(
      ({ date, degraded_minutes, down_minutes }) =>
        `<li><time datetime="${date}">${date}</time>: ${degraded_minutes} min degraded, ${down_minutes} min down</li>`,
    );
  if (rows.length === 0) return '';
  return `\n<details><summary>Days with incidents: ${rows.length}</summary><ul>${rows.join('')}</ul></details>`;
}

function strip({ name, days }: Status['history'][number], dates: readonly string[]): string {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const items = dates.map((date) => {
    const day = byDate.get(date);
    const title = day ? `${worstOf(day)}, ${day.degraded_minutes} min degraded, ${day.down_minutes} min down` : 'not measured';
    return `<span class="${day ? worstOf(day) : 'unknown'}" title="${date}: ${title}"></span>`;
  });
  const seen = days.reduce((sum, day) => sum + day.operational_minutes + day.degraded_minutes + day.down_minutes, 0);
  const good = days.reduce((sum, day) => sum + day.operational_minutes, 0);
  return `<h3>${escapeHtml(name)}</h3><div class="days" role="img" aria-label="${escapeHtml(name)} on each of ${dates.length} days">${items.join('')}</div>
<p>Operational in ${((100 * good) / Math.max(seen, 1)).toFixed(2)} % of the minutes measured: ${good.toLocaleString('en')} of ${seen.toLocaleString('en')}.</p>${troubleOf(days)}`;
}

function statusPage(site: Site, context: ContextOf<'getStatus'>, status: Status): TextAnswer<'text/html'> {
  const rows = status.components.map(
    ({ name, status: state, detail }) =>
      `<tr><td>${escapeHtml(name)}</td><td class="${state}">${state}</td><td>${escapeHtml(detail)}</td></tr>`,
  );
  const delayed = status.components.filter(({ status: state }) => state !== 'operational').map(({ name }) => escapeHtml(name));
  const dates = lastDays(status.checked_at, 90);
  return framedPageResponse(
    site,
    context,
    'Status',
    `<p class="${status.status}">The service is ${status.status}.</p>
<p>${delayed.length > 0 ? `Degraded or down: ${delayed.join(', ')}.` : 'All parts are operational.'}</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">part</th><th scope="col">state</th><th scope="col">measurement</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p>Release ${escapeHtml(status.version.name)} (${status.version.date}), checked at ${status.checked_at}.</p>
<h2>The last 90 days</h2>
${status.history.map((part) => strip(part, dates)).join('\n') || '<p>There are no measurements yet.</p>'}`,
  );
}
