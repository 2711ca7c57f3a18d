import type { OperatorAuditEntry as Shown } from '../../generated/models.ts';
import { defaulted, json, key, nullable, text, texts, uuid } from '../declare/columns.ts';
import { ofAllCreators } from '../declare/scope-rules.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

/** SQL: a column as the agency sees it elsewhere, without the names and addresses of operators. */
const ofKey = (column: string) => `CASE WHEN t.actor_kind = 'key' THEN t.${column} END`;

export const auditLog = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: nullable(uuid()),
    action: text<Shown['action']>(),
    actor_kind: text<Shown['actor']['kind']>(),
    actor_id: nullable(uuid()),
    actor_name: text(),
    subject_id: nullable(uuid()),
    subject_name: text(),
    creator_ids: texts(),
    details: json<Shown['details']>(),
    address: nullable(text()),
    request_id: text(),
  },
  scope: ofAllCreators('creator_ids'),
  grants: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE (id), DELETE', operator: 'SELECT, INSERT' },
  erasure: {
    ofAgency: rowsOfAgency,
    stays: true,
    ofFan: { rows: "agency_id = $1 AND subject_name = $2 AND details ->> 'fan_id' = $2", isSparse: true },
  },
  export: {
    shownAs: {
      actor_id: ofKey('actor_id'),
      actor_name: ofKey('actor_name'),
      address: ofKey('address'),
      request_id: ofKey('request_id'),
      details: "t.details::jsonb - 'reason'",
    },
  },
  growth: {
    by: 'a key: endpoints, secrets, replays; people with a link: openings; operators',
    bound:
      "600 changes of a key in an hour and 1,200 of all keys of an agency, of which 100 and 200 are reserved for urgent ones; 2,400 openings of an agency's links in an hour; further ones are refused; 400 days",
    tests: ['test/access/audit-throttle.test.ts', 'test/access/audit-log.test.ts'],
  },
});
