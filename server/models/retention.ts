import type { ErasedRows, ErasureKind } from '../../generated/models.ts';
import { bigint, date, defaulted, instant, jsonb, key, nullable, smallint, text, uuid } from '../declare/columns.ts';
import { goesWithAgency, rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const historyDays = table({
  columns: {
    agency_id: key(uuid()),
    day: key(date()),
    delivery_bytes: defaulted(bigint()),
    event_bytes: defaulted(bigint()),
    excerpts_from: nullable(uuid()),
    rows_from: nullable(uuid()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'as `webhook_events`',
    bound: 'one row per agency and day with history',
    tests: ['test/retention/delivery-history.test.ts'],
  },
});

export const erasures = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    kind: text<ErasureKind>(),
    /** Null for an agency, and after the erasure has ended. */
    fan_id: nullable(text()),
    status: defaulted(text<'queued' | 'running' | 'completed'>()),
    pass: defaulted(smallint()),
    /** The position at which the pass continues: the number of a step, and a position within it. */
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
  growth: {
    by: 'operators',
    bound: 'one open erasure per agency and fan; 400 days; trusted',
    tests: ['test/retention/fan-erasure.test.ts'],
  },
});
