import { defaulted, instant, key, nullable, text, uuid, uuids } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const containments = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    key_id: nullable(uuid()),
    reason: text(),
    notice: nullable(text()),
    contained_at: defaulted(instant()),
    released_at: nullable(instant()),
    released_key_ids: defaulted(uuids()),
    released_endpoint_ids: defaulted(uuids()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: goesWithAgency,
  export: { hidden: ['reason'] },
  growth: { by: 'operators', bound: 'one open containment per agency and key; trusted', tests: ['test/api/operator/containment.test.ts'] },
});
