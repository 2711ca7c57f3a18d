import { limits } from '../../../generated/limits.ts';
import type { OperatorAuditAction } from '../../../generated/models.ts';
import { lockTransactionFor } from '../../database/advisory-locks.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { EndpointRow } from '../../entities/endpoint.ts';
import { Throttled } from '../../problems/throttled.ts';
import type { Author } from './author.ts';
import type { ScopedTransaction } from '../scope/scoped-models.ts';

/** What was done, as the audit log keeps it: neither secrets and keys nor whole URLs. */
export interface AuditEntry {
  readonly action: OperatorAuditAction;
  readonly subjectId: string | null;
  readonly subjectName: string;
  /** Creators that the subject is limited to; empty for all of them. */
  readonly creatorIds?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
}

const insertFor = (agency: string) => `
  INSERT INTO audit_log (agency_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, creator_ids, details, address, request_id)
  VALUES (${agency}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

function valuesOf(author: Author, { action, subjectId, subjectName, creatorIds = [], details = {} }: AuditEntry): unknown[] {
  const { kind, id, name, address, requestId } = author;
  return [kind, id, name, action, subjectId, subjectName, creatorIds, JSON.stringify(details), address, requestId];
}

/** Changes of an agency's keys are counted one after the other, so that no two of them take the same place. */
const waitForOthers = `SELECT ${lockTransactionFor('auditedChanges', '({agency_id})::text')} IS NULL AS is_ours`;

const secondsToWait = 'SELECT seconds_to_next_change({agency_id}, $1, $2, $3) AS seconds';

interface MostChanges {
  readonly key: number;
  readonly agency: number;
}

const mostChanges: MostChanges = { key: limits.auditedChangesOfKey, agency: limits.auditedChangesOfAgency };
const mostOrdinary: MostChanges = {
  key: mostChanges.key - limits.urgentChangesOfKey,
  agency: mostChanges.agency - limits.urgentChangesOfAgency,
};
/** Two people with links could use up the agency's reserve, so it is for the agency's own keys. */
const mostUrgentOfLink: MostChanges = { key: mostChanges.key, agency: mostOrdinary.agency };

/** Whether a change stops an endpoint or a recovery, or replaces a secret: a part of the limit is reserved for these. */
function isUrgent({ action, details }: AuditEntry): boolean {
  if (action === 'secret.rotated' || action === 'endpoint.deleted' || action === 'recovery.cancelled') return true;
  return action === 'endpoint.changed' && details?.['status'] === 'disabled' && String(details['members']) === 'status';
}

/**
 * Throws `Throttled` for a key whose changes, or those of its agency's keys, have filled the log for the last hour. The entries themselves are what is
 * counted, so that the bound is that of all processes together, and a change that is rolled back takes no place. Only urgent changes use the reserve.
 */
async function takePlace(data: Sql, { id: keyId, isOfLink }: Author, entry: AuditEntry): Promise<void> {
  const mostUrgent = isOfLink ? mostUrgentOfLink : mostChanges;
  const most = isUrgent(entry) ? mostUrgent : mostOrdinary;
  const [, [place]] = await Promise.all([
    data.query<{ is_ours: boolean }>({ text: waitForOthers }),
    data.query<{ seconds: number | null }>({ text: secondsToWait, values: [keyId, most.key, most.agency] }),
  ]);
  if (place!.seconds === null) return;
  const reached = `${most.key.toLocaleString('en')} of a key and ${most.agency.toLocaleString('en')} of all keys of the agency`;
  const accepted =
    most === mostOrdinary ? ' The rest is reserved for rotating a secret, cancelling a recovery, and pausing or deleting an endpoint.' : '';
  throw new Throttled(`The hourly limit of audited changes is reached: ${reached}.${accepted}`, place!.seconds);
}

/**
 * Writes an entry in the transaction of the change that it describes, within the scope of a key. It is the last statement of that transaction: the agency's
 * other changes wait for its end.
 */
export async function auditInScope(data: Sql, author: Author, entry: AuditEntry): Promise<void> {
  if (author.kind === 'key') await takePlace(data, author, entry);
  await data.query({ text: insertFor('{agency_id}'), values: valuesOf(author, entry) });
}

/**
 * Writes an entry of what an operator changed in the agency's place, where a key that does the same leaves none: keys are the
 * agency's own, and their work is in its records.
 */
export async function auditOperator(data: Sql, author: Author, entry: AuditEntry): Promise<void> {
  if (author.kind === 'operator') await auditInScope(data, author, entry);
}

/** Writes such an entry about a fan's data. Upstream ids are not UUIDs: the fan's is the name of the subject. */
export async function auditOperatorAtFan(
  data: ScopedTransaction,
  author: Author,
  action: AuditEntry['action'],
  { account_id, fan_id }: { readonly account_id: string; readonly fan_id: string },
  details: object = {},
): Promise<void> {
  if (author.kind !== 'operator') return;
  const fans = await data.fans.rows({ where: { account_id, fan_id }, attributes: ['creator_id'] });
  const creatorIds = fans.map(({ creator_id }) => creator_id);
  const entry = { action, subjectId: null, subjectName: fan_id, creatorIds, details: { account_id, fan_id, ...details } };
  await auditInScope(data, author, entry);
}

/** Writes an entry of what an operator does to an agency, or to none. */
export async function audit(transaction: Sql, agencyId: string | null, author: Author, entry: AuditEntry): Promise<void> {
  await transaction.query({ text: insertFor('$11::uuid'), values: [...valuesOf(author, entry), agencyId] });
}

/** The host of an endpoint's URL, which may hold tokens elsewhere. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** What entries name of an endpoint. */
export type AuditedEndpoint = Pick<EndpointRow, 'id' | 'label' | 'allowed_creator_ids'>;

/** What is done to an endpoint. */
export function auditedEndpoint(action: AuditEntry['action'], { id, label, allowed_creator_ids: creatorIds }: AuditedEndpoint): AuditEntry {
  return { action, subjectId: id, subjectName: label, creatorIds };
}

export const deletedEndpoint = (row: AuditedEndpoint & Pick<EndpointRow, 'url'>): AuditEntry => ({
  ...auditedEndpoint('endpoint.deleted', row),
  details: { host: hostOf(row.url) },
});

/** Writes that the endpoint was created, into the audit log. */
export async function auditCreatedEndpoint(
  transaction: ScopedTransaction,
  author: Author,
  created: EndpointRow,
  details: object = {},
): Promise<void> {
  const { url, enabled_event_types } = created;
  await auditInScope(transaction, author, {
    ...auditedEndpoint('endpoint.created', created),
    details: { host: hostOf(url), enabled_event_types, ...details },
  });
}
