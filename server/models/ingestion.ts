import type { Ingestion as Shown } from '../../generated/models.ts';
import { bigint, defaulted, generated, instant, json, key, nullable, text, uuid } from '../declare/columns.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

export const ingestions = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    outcome: text<Shown['outcome']>(),
    request_count: bigint(),
    created_count: bigint(),
    updated_count: bigint(),
    unchanged_count: bigint(),
    slug: nullable(text()),
    detail: nullable(text()),
    errors: nullable(json<Shown['errors']>()),
    recorded_at: generated(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE (id, detail, errors), DELETE', operator: 'SELECT' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: { rows: 'agency_id = $1 AND position($2 IN concat(detail, errors::text)) > 0', isUncounted: true },
  },
  export: {},
  growth: {
    by: 'operators: ingestion, including refused batches',
    bound: '1,000 entries of an agency, 7 days',
    tests: ['test/api/operator/ingestions.test.ts'],
  },
});
