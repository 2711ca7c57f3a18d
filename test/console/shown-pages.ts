import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** A page, its path, the element that shows that it is complete, and the first action on it. */
export interface ShownPage {
  readonly name: string;
  path(stage: Stage): string;
  readonly shows: string;
  readonly first?: (page: Page) => Promise<void>;
}

const agency = ({ agency: { id } }: Stage) => `/console/agencies/${id}`;
const failing = (stage: Stage) => `${agency(stage)}/endpoints/${stage.failing.id}`;
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

export const shownPages: readonly ShownPage[] = [
  { name: 'agencies', path: () => '/console', shows: '[aria-label="Agencies"] tbody tr' },
  { name: 'service', path: () => '/console/service', shows: '.health-list li' },
  { name: 'ingestion', path: () => '/console/ingestion', shows: '.list[aria-busy=false]' },
  { name: 'audit', path: () => '/console/audit', shows: '[aria-label="Audit log"] tbody tr' },
  { name: 'tokens', path: () => '/console/tokens', shows: '.empty, [aria-label="Operator tokens"] tbody tr' },
  { name: 'nowhere', path: () => '/console/nowhere', shows: '.empty' },
  { name: 'endpoints', path: agency, shows: '.card:nth-child(3) .breaker' },
  { name: 'new-endpoint', path: (stage) => `${agency(stage)}/endpoints/new`, shows: 'form' },
  { name: 'figures', path: failing, shows: '.heat-map' },
  { name: 'test-event', path: failing, shows: 'dialog', first: press('Send test event') },
  { name: 'deliveries', path: (stage) => `${failing(stage)}/deliveries`, shows: '[aria-label="Deliveries"] tbody tr' },
  {
    name: 'delivery',
    path: (stage) => `${failing(stage)}/deliveries`,
    shows: '[aria-label="Request headers"]',
    first: (page) => page.locator('tbody a').first().click(),
  },
  { name: 'failures', path: (stage) => `${failing(stage)}/failures`, shows: '[aria-label="Failures"] tbody tr' },
  { name: 'replay', path: (stage) => `${failing(stage)}/failures`, shows: 'dialog .primary', first: press('Replay all matching…') },
  { name: 'signatures', path: (stage) => `${failing(stage)}/signatures`, shows: 'form' },
  { name: 'settings', path: (stage) => `${failing(stage)}/settings`, shows: 'form' },
  { name: 'rotate', path: (stage) => `${failing(stage)}/settings`, shows: 'dialog', first: press('Rotate secret…') },
  { name: 'events', path: (stage) => `${agency(stage)}/events`, shows: '[aria-label="Events"] tbody tr' },
  {
    name: 'event',
    path: (stage) => `${agency(stage)}/events`,
    shows: '.way:nth-child(3)',
    first: (page) => page.locator('tbody a').last().click(),
  },
  { name: 'access', path: (stage) => `${agency(stage)}/access`, shows: '[aria-label="API keys"] tbody tr' },
  { name: 'portal-link', path: (stage) => `${agency(stage)}/access`, shows: 'dialog', first: press('Create portal link') },
];
