import { lockTransactionFor } from '../database/advisory-locks.ts';
import type { Sql, ScopedSql } from '../database/client/sql.ts';

const defaultNotice =
  'The operators of the service stopped this as a precaution. Ask them before you use the affected keys and endpoints again.';

/** The notice of a containment for the agency: the text of the operators, or a default. */
export const noticeOf = (written: string | null | undefined): string => written ?? defaultNotice;

const lock = (agencyId: string) => `SELECT ${lockTransactionFor('containment', `${agencyId}::uuid::text`)}`;

/**
 * Serializes the creation of a key and the containment of its agency. Take this lock before those on the agency's row and on keys:
 * a change of an endpoint locks a key first and then the agency.
 */
export async function lockKeysOfAgency(transaction: Sql, agencyId: string): Promise<void> {
  await transaction.query({ text: lock('$1'), values: [agencyId] });
}

/** The same lock, for an endpoint that an operator creates. */
export async function lockContainmentInScope(transaction: ScopedSql): Promise<void> {
  await transaction.query({ text: lock('{agency_id}') });
}

const openOf = (agencyId: string) => `FROM containments c WHERE c.agency_id = ${agencyId} AND c.key_id IS NULL AND c.released_at IS NULL`;

/** SQL: `containment_id` and `contained_at` of a new key, under `lockKeysOfAgency`. A new key of a contained agency is contained too. */
export const containmentOfNewKey = (agencyId: string) => `(SELECT c.id ${openOf(agencyId)}), (SELECT now() ${openOf(agencyId)})`;
