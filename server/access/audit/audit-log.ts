import { limits } from '../../../generated/limits.ts';
import type { OperatorAuditAction } from '../../../generated/models.ts';
import { lockTransactionFor } from '../../database/advisory-locks.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { EndpointRow } from '../../entities/endpoint.ts';
import { Throttled } from '../../problems/errors.ts';
import type { Author } from './author.ts';
import type { ScopedTransaction } from '../scope/scoped-models.ts';

/** Contains neither secrets and keys nor whole URLs. */
export interface AuditEntry {
  readonly action: OperatorAuditAction;
  readonly subjectId: string | null;
  readonly subjectName: string;
  /** The creators that the subject is limited to; empty for all. */
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

/** Changes of an agency's keys are counted one after the other. */
const lockChanges = `SELECT ${lockTransactionFor('auditedChanges', '({agency_id})::text')}`;

const secondsToWait = 'SELECT seconds_to_next_change({agency_id}, $1, $2, $3) AS seconds';

interface ChangeLimits {
  readonly key: number;
  readonly agency: number;
}

const changeLimits: ChangeLimits = { key: limits.auditedChangesOfKey, agency: limits.auditedChangesOfAgency };
const ordinaryLimits: ChangeLimits = {
  key: changeLimits.key - limits.urgentChangesOfKey,
  agency: changeLimits.agency - limits.urgentChangesOfAgency,
};
/** A part of the agency's limit is reserved for its own keys. Otherwise, two people with portal links could exhaust it. */
const urgentLimitsOfLink: ChangeLimits = { key: changeLimits.key, agency: ordinaryLimits.agency };

/** A part of the limit is reserved for changes that stop an endpoint or a recovery, or replace a secret. */
function isUrgent({ action, details }: AuditEntry): boolean {
  if (action === 'secret.rotated' || action === 'endpoint.deleted' || action === 'recovery.cancelled') return true;
  return action === 'endpoint.changed' && details?.['status'] === 'disabled' && String(details['members']) === 'status';
}

/**
 * Throws `Throttled` if the key, or all keys of the agency, made too many changes in the last hour. Counts the entries of the log, so that the limit
 * applies to all processes together and a rolled-back change does not count. Only urgent changes may use the reserve.
 */
async function checkChanges(data: Sql, { id: keyId, isOfLink }: Author, entry: AuditEntry): Promise<void> {
  const urgentLimits = isOfLink ? urgentLimitsOfLink : changeLimits;
  const most = isUrgent(entry) ? urgentLimits : ordinaryLimits;
  const [, [wait]] = await Promise.all([
    data.query({ text: lockChanges }),
    data.query<{ seconds: number | null }>({ text: secondsToWait, values: [keyId, most.key, most.agency] }),
  ]);
  if (wait!.seconds === null) return;
  const reached = `${most.key.toLocaleString('en')} of a key and ${most.agency.toLocaleString('en')} of all keys of the agency`;
  const accepted =
    most === ordinaryLimits
      ? ' The rest is reserved for rotating a secret, cancelling a recovery, and pausing or deleting an endpoint.'
      : '';
  throw new Throttled(`The hourly limit of audited changes is reached: ${reached}.${accepted}`, wait!.seconds);
}

/**
 * Writes an entry in the transaction of the change, in a tenant scope. It must be the last statement, because other changes of the agency
 * wait for the end of the transaction.
 */
export async function auditInScope(data: Sql, author: Author, entry: AuditEntry): Promise<void> {
  if (author.kind === 'key') await checkChanges(data, author, entry);
  await data.query({ text: insertFor('{agency_id}'), values: valuesOf(author, entry) });
}

/** Writes an entry for a change that only operators can make. */
export async function auditOperator(data: Sql, author: Author, entry: AuditEntry): Promise<void> {
  if (author.kind === 'operator') await auditInScope(data, author, entry);
}

/** As above, for the data of a fan. The subject's name is the fan's id, because upstream ids are not UUIDs. */
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

/** Writes an entry without a tenant scope; `agencyId` is null for a change that concerns no agency. */
export async function audit(transaction: Sql, agencyId: string | null, author: Author, entry: AuditEntry): Promise<void> {
  await transaction.query({ text: insertFor('$11::uuid'), values: [...valuesOf(author, entry), agencyId] });
}

/** The rest of the URL may contain tokens. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export type AuditedEndpoint = Pick<EndpointRow, 'id' | 'label' | 'allowed_creator_ids'>;

export function auditedEndpoint(
  action: AuditEntry['action'],
  { id, label, allowed_creator_ids: creatorIds }: AuditedEndpoint,
  details: object,
): AuditEntry {
  return { action, subjectId: id, subjectName: label, creatorIds, details: { ...details } };
}

export const deletedEndpoint = (row: AuditedEndpoint & Pick<EndpointRow, 'url'>): AuditEntry =>
  auditedEndpoint('endpoint.deleted', row, { host: hostOf(row.url) });

export async function auditCreatedEndpoint(
  transaction: ScopedTransaction,
  author: Author,
  created: EndpointRow,
  details: object = {},
): Promise<void> {
  const { url, enabled_event_types, header_names } = created;
  await auditInScope(
    transaction,
    author,
    auditedEndpoint('endpoint.created', created, {
      host: hostOf(url),
      enabled_event_types,
      ...(header_names.length > 0 && { header_names }),
      ...details,
    }),
  );
}
