import { boolean, bytes, defaulted, instant, key, nullable, text, texts, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const apiKeys = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    label: text(),
    prefix: text(),
    key_hash: bytes(),
    scopes: texts(),
    creator_ids: defaulted(texts()),
    expires_at: nullable(instant()),
    revoked_at: nullable(instant()),
    created_at: defaulted(instant()),
    is_unchecked: defaulted(boolean()),
    containment_id: nullable(uuid()),
    contained_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE (revoked_at, containment_id, contained_at)' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'operators',
    bound:
      '`api_keys` of the agency: 1,000 that are neither revoked nor expired; revoked ones stay, because the audit log names them. Trusted',
    tests: ['test/api/operator/api-keys.test.ts'],
  },
});
