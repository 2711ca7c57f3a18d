import { bigint, instant, key, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const messageQuarters = table({
  columns: {
    agency_id: key(uuid()),
    quarter: key(instant()),
    creator_id: key(text()),
    user_id: key(text()),
    messages_sent_count: bigint(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: { by: 'the service', bound: 'at most one row per send', tests: ['test/projections'] },
  isOnWorkers: true,
});
