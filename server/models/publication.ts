import type { Publication as Shown } from '../../generated/models.ts';
import { defaulted, instant, jsonb, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const publications = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: key(uuid()),
    creator_id: text(),
    text: nullable(text()),
    media: defaulted(jsonb<Shown['media']>()),
    status: text<Shown['status']>(),
    scheduled_at: nullable(instant()),
    published_at: nullable(instant()),
    created_at: defaulted(instant()),
    failure_reason: nullable(text()),
    lease_id: nullable(uuid()),
    leased_until: defaulted(instant()),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, DELETE', operator: 'SELECT, UPDATE' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'a key',
    bound: '`scheduled_publications`: 100,000, and `publication_bytes`: 2 GB, in the transaction of each',
    tests: ['test/api/quotas/publications.test.ts'],
  },
});
