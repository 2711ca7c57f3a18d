import type { PortalTheme } from '../../generated/models.ts';
import { bytes, defaulted, instant, integer, jsonb, key, nullable, texts, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const portalLinks = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    key_id: uuid(),
    allowed_origins: texts(),
    created_at: defaulted(instant()),
    secret_hash: bytes(),
    uses_left: integer(),
    theme: nullable(jsonb<PortalTheme>()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (uses_left), DELETE', operator: 'SELECT, INSERT' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'operators',
    bound: "the quota of links created within 24 hours; a row is deleted with the link's key, 400 days after it expired",
    tests: ['test/api/operator/portal-links.test.ts'],
  },
});
