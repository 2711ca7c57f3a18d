import { lockTransactionFor } from '../database/advisory-locks.ts';
import type { Sql, ScopedSql } from '../database/client/sql.ts';

const ofPrecaution =
  'The operators of the service stopped this as a precaution. Ask them before you use the affected keys and endpoints again.';

/** What the agency is shown of a containment: what operators wrote for it, or that this is a precaution. */
export const noticeOf = (written: string | null | undefined): string => written ?? ofPrecaution;

const lock = (agencyId: string) => `SELECT ${lockTransactionFor('containment', `${agencyId}::uuid::text`)}`;

/**
 * Lets what creates a key of the agency and what contains the agency wait for each other. It is taken before the agency's row and before any
 * key's: a change of an endpoint takes a key's first and then the agency's.
 */
export async function lockKeysOfAgency(transaction: Sql, agencyId: string): Promise<void> {
  await transaction.query({ text: lock('$1'), values: [agencyId] });
}

/** The same lock, for an endpoint that no key creates. */
export async function lockContainmentInScope(transaction: ScopedSql): Promise<void> {
  await transaction.query({ text: lock('{agency_id}') });
}

const openOf = (agencyId: string) => `FROM containments c WHERE c.agency_id = ${agencyId} AND c.key_id IS NULL AND c.released_at IS NULL`;

/**
 * SQL: `containment_id` and `contained_at` of a new key, under `lockKeysOfAgency`: where the agency is contained, so is the key, until the
 * same release.
 */
export const containmentOfNewKey = (agencyId: string) => `(SELECT c.id ${openOf(agencyId)}), (SELECT now() ${openOf(agencyId)})`;
