import type { ErasedRows, ErasureKind } from '../../generated/models.ts';
import { bigint, defaulted, instant, jsonb, key, nullable, smallint, text, uuid } from '../declare/columns.ts';
import { rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const erasures = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    kind: text<ErasureKind>(),
    /** Null of an agency, and once the erasure has ended. */
    fan_id: nullable(text()),
    status: defaulted(text<'queued' | 'running' | 'completed'>()),
    pass: defaulted(smallint()),
    /** Where the pass continues: the number of a step, and a position within it. */
    step: defaulted(smallint()),
    after: defaulted(text()),
    found_in_pass: defaulted(bigint()),
    counts: defaulted(jsonb<ErasedRows[]>()),
    requested_at: defaulted(instant()),
    ended_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: { ofAgency: rowsOfAgency, stays: true, ofFan: { rows: rowsOfFan, isUncounted: true } },
  export: {},
  growth: {
    by: 'operators',
    bound: 'one open erasure per agency and fan; 400 days; trusted',
    tests: ['test/retention/fan-erasure.test.ts'],
  },
});
