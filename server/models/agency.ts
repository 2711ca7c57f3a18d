import { defaulted, instant, key, nullable, text, uuid } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const agencies = table({
  columns: {
    id: key(defaulted(uuid())),
    name: text(),
    created_at: defaulted(instant()),
    /** When its erasure was requested: callers do not find it since then. */
    erased_at: nullable(instant()),
  },
  scope: (alias, { agencyId }) => `${alias}.id = ${agencyId}`,
  grants: { api: 'SELECT, UPDATE (id)', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE (id, erased_at)' },
  erasure: { ofAgency: 'id = $1', ofFan: null },
  export: {},
  growth: { by: 'operators', bound: 'trusted', tests: ['test/api/operator/agencies.test.ts'] },
});
