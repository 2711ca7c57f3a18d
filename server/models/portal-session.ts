import { bytes, defaulted, instant, key, uuid } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const portalSessions = table({
  columns: {
    session_hash: key(bytes()),
    link_id: uuid(),
    created_at: defaulted(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: 'link_id IN (SELECT l.id FROM portal_links l WHERE l.agency_id = $1)', ofFan: null },
  export: { leftOut: 'hashes' },
  growth: {
    by: 'people with a link',
    bound: "the uses of the link, and 2,400 openings of an agency's links in an hour; deleted with the link",
    tests: ['test/api/operator/portal-links.test.ts'],
  },
});
