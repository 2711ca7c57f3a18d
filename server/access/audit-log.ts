import type { OperatorAuditAction } from '../../generated/models/index.ts';
import type { Sql } from '../database/sql.ts';
import type { EndpointRow } from '../entities/endpoint.ts';
import type { Author } from './author.ts';

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

/** Writes an entry in the transaction of what it tells of, within the reach of a key. */
export async function auditWithinReach(data: Sql, author: Author, entry: AuditEntry): Promise<void> {
  await data.query({ text: insertFor('{agency_id}'), values: valuesOf(author, entry) });
}

/** The same of what an operator does to an agency, or to none. */
export async function audit(transaction: Sql, agencyId: string | null, author: Author, entry: AuditEntry): Promise<void> {
  await transaction.query({ text: insertFor('$11::uuid'), values: [...valuesOf(author, entry), agencyId] });
}

/** The host of an endpoint's URL, which may hold tokens elsewhere. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** What is done to an endpoint. */
export function auditedEndpoint(action: AuditEntry['action'], { id, label, allowed_creator_ids: creatorIds }: EndpointRow): AuditEntry {
  return { action, subjectId: id, subjectName: label, creatorIds };
}
