import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** A page, its path, the element that shows that it is complete, and the first action on it. */
export interface ShownPage {
  readonly name: string;
  path(stage: Stage): string;
  readonly shows: string;
  /** How many requests of the API it needs at most, with those of the frame around it. */
  readonly requests: number;
  readonly first?: (page: Page) => Promise<void>;
}

const agency = ({ agency: { id } }: Stage) => `/console/agencies/${id}`;
const failing = (stage: Stage) => `${agency(stage)}/endpoints/${stage.failing.id}`;
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

export const shownPages: readonly ShownPage[] = [
  { name: 'agencies', requests: 3, path: () => '/console', shows: '[aria-label="Agencies"] tbody tr' },
  { name: 'service', requests: 3, path: () => '/console/service', shows: '.health-list li' },
  { name: 'ingestion', requests: 4, path: () => '/console/ingestion', shows: '.list[aria-busy=false]' },
  { name: 'audit', requests: 3, path: () => '/console/audit', shows: '[aria-label="Audit log"] tbody tr' },
  { name: 'data', requests: 4, path: () => '/console/data', shows: '.list .empty, [aria-label="Exports and erasures"] tbody tr' },
  { name: 'tokens', requests: 2, path: () => '/console/tokens', shows: '.empty, [aria-label="Operator tokens"] tbody tr' },
  { name: 'nowhere', requests: 1, path: () => '/console/nowhere', shows: '.empty' },
  { name: 'endpoints', requests: 8, path: agency, shows: '.card:nth-child(3) .breaker' },
  { name: 'new-endpoint', requests: 4, path: (stage) => `${agency(stage)}/endpoints/new`, shows: 'form' },
  { name: 'figures', requests: 7, path: failing, shows: '.heat-map' },
  { name: 'test-event', requests: 6, path: failing, shows: 'dialog', first: press('Send test event') },
  { name: 'deliveries', requests: 8, path: (stage) => `${failing(stage)}/deliveries`, shows: '[aria-label="Deliveries"] tbody tr' },
  {
    name: 'delivery',
    requests: 11,
    path: (stage) => `${failing(stage)}/deliveries`,
    shows: '[aria-label="Request headers"]',
    first: (page) => page.locator('tbody a').first().click(),
  },
  { name: 'failures', requests: 8, path: (stage) => `${failing(stage)}/failures`, shows: '[aria-label="Failures"] tbody tr' },
  {
    name: 'replay',
    requests: 9,
    path: (stage) => `${failing(stage)}/failures`,
    shows: 'dialog .primary',
    first: press('Replay all matching…'),
  },
  { name: 'signatures', requests: 6, path: (stage) => `${failing(stage)}/signatures`, shows: 'form' },
  { name: 'settings', requests: 7, path: (stage) => `${failing(stage)}/settings`, shows: 'form' },
  { name: 'rotate', requests: 6, path: (stage) => `${failing(stage)}/settings`, shows: 'dialog', first: press('Rotate secret…') },
  { name: 'events', requests: 5, path: (stage) => `${agency(stage)}/events`, shows: '[aria-label="Events"] tbody tr' },
  {
    name: 'event',
    requests: 8,
    path: (stage) => `${agency(stage)}/events`,
    shows: '.endpoint-deliveries:nth-child(3)',
    first: (page) => page.locator('tbody a').last().click(),
  },
  { name: 'event-types', requests: 4, path: (stage) => `${agency(stage)}/event-types`, shows: '.section:nth-of-type(5)' },
  { name: 'access', requests: 4, path: (stage) => `${agency(stage)}/access`, shows: '[aria-label="API keys"] tbody tr' },
  {
    name: 'agency-data',
    requests: 5,
    path: (stage) => `${agency(stage)}/data`,
    shows: '.list .empty, [aria-label="Exports and erasures"] tbody tr',
  },
  { name: 'quotas', requests: 5, path: (stage) => `${agency(stage)}/quotas`, shows: '[aria-label="Quotas"] tbody tr' },
  { name: 'agency-ingestion', requests: 5, path: (stage) => `${agency(stage)}/ingestion`, shows: '.list[aria-busy=false]' },
  { name: 'agency-audit', requests: 5, path: (stage) => `${agency(stage)}/audit`, shows: '[aria-label="Audit log"] tbody tr' },
  { name: 'portal-link', requests: 4, path: (stage) => `${agency(stage)}/access`, shows: 'dialog', first: press('Create portal link') },
];
