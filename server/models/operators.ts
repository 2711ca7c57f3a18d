import type { IncidentAcknowledgement, OperatorAuditEntry, OperatorToken } from '../../generated/models.ts';
import { bigint, bytes, defaulted, instant, json, key, nullable, text, texts, uuid, uuids } from '../declare/columns.ts';
import { ofAllCreators } from '../declare/scope-rules.ts';
import { goesWithAgency, rowsOfAgency, table } from '../declare/table.ts';

export const operatorTokens = table({
  columns: {
    id: key(defaulted(uuid())),
    name: text(),
    prefix: text(),
    token_hash: bytes(),
    scopes: texts<OperatorToken['scopes']>(),
    expires_at: instant(),
    created_at: defaulted(instant()),
    last_used_at: nullable(instant()),
    revoked_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (last_used_at)', operator: 'SELECT, INSERT, UPDATE (revoked_at)' },
  erasure: null,
  growth: {
    by: 'operators',
    bound: 'trusted: creating one requires the scope `all`',
    tests: ['test/api/operator/operator-tokens.test.ts'],
  },
});

export const operatorSessions = table({
  columns: {
    session_hash: key(bytes()),
    token_id: nullable(uuid()),
    created_at: defaulted(instant()),
    expires_at: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (expires_at), DELETE', operator: 'SELECT, INSERT, DELETE' },
  erasure: null,
  growth: {
    by: 'operators: logins',
    bound: '60 of a token in a minute and process, 12 hours',
    tests: ['test/api/operator/console-sessions.test.ts'],
  },
});

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

export const incidentAcknowledgements = table({
  columns: {
    group_id: key(text()),
    host: text(),
    kind: text<IncidentAcknowledgement['kind']>(),
    note: text(),
    by_name: text(),
    acknowledged_at: defaulted(instant()),
    until: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (group_id), DELETE', operator: 'SELECT, INSERT, UPDATE, DELETE' },
  erasure: null,
  growth: {
    by: 'operators',
    bound: 'one row for each host and kind of error with an incident; 90 days; trusted',
    tests: ['test/incidents/acknowledgements.test.ts'],
  },
});

export const keyUses = table({
  columns: {
    agency_id: key(uuid()),
    hour: key(instant()),
    key_id: key(uuid()),
    operation_id: key(text()),
    request_count: bigint(),
    item_count: bigint(),
    last_at: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'a key: requests',
    bound: 'one row per key, operation and hour for 31 days',
    tests: ['test/api/operator/containment.test.ts'],
  },
});

/** SQL: a column without the names and addresses of operators. */
const ofKey = (column: string) => `CASE WHEN t.actor_kind = 'key' THEN t.${column} END`;

export const auditLog = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: nullable(uuid()),
    action: text<OperatorAuditEntry['action']>(),
    actor_kind: text<OperatorAuditEntry['actor']['kind']>(),
    actor_id: nullable(uuid()),
    actor_name: text(),
    subject_id: nullable(uuid()),
    subject_name: text(),
    creator_ids: texts(),
    details: json<OperatorAuditEntry['details']>(),
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
      "600 changes of a key in an hour and 1,200 of all keys of an agency; 100 and 200 are reserved for urgent ones; 2,400 openings of an agency's links in an hour; further ones are refused; 400 days",
    tests: ['test/access/audit-throttle.test.ts', 'test/access/audit-log.test.ts'],
  },
});
