import { limits } from '../../../generated/limits.ts';
import { lockNumberFor } from '../../database/advisory-locks.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Statement } from '../../database/client/sql.ts';

const validFor = `interval '${limits.idempotencyHours} hours'`;
const lock = lockNumberFor('idempotencyKeys', `encode($1::bytea, 'hex')`);

/** The owner of an idempotency key: part of the row, and of the hash that finds it. */
export interface KeyOwner {
  /** Null for requests of operators across agencies. */
  readonly agencyId: string | null;
  /** The API key or the operator. */
  readonly callerId: string;
  /** The portal session, because several people share the key of a link. */
  readonly sessionId?: string;
  /** Creators that the API key is limited to. */
  readonly creatorIds: readonly string[];
}

/** A response to a request with an agency in its path belongs to that agency. */
export const ownerOfOperator = (tokenId: string | null, agencyId: string | undefined): KeyOwner => ({
  agencyId: agencyId !== undefined && isUuid(agencyId) ? agencyId.toLowerCase() : null,
  callerId: `operator ${tokenId ?? ''}`,
  creatorIds: [],
});

/** Statements on the stored response of one key, in a tenant scope or across agencies. */
export function responseStatements(isScoped: boolean, { agencyId, callerId, creatorIds }: KeyOwner) {
  /** Without a tenant scope, the agency is the last value. */
  const statement = (textFor: (agency: string) => string, ...values: unknown[]): Statement =>
    isScoped ? { text: textFor('{agency_id}'), values } : { text: textFor(`$${values.length + 1}::uuid`), values: [...values, agencyId] };
  return {
    find: (keyHash: Buffer) =>
      statement(
        (agency) => `
          SELECT answer FROM ${isScoped ? '{idempotent_answers}' : 'idempotent_answers'} a
           WHERE a.key_hash = $1 AND a.agency_id IS NOT DISTINCT FROM ${agency} AND a.created_at > now() - ${validFor}`,
        keyHash,
      ),
    /** Fails with `SVC01` if a request with the key is running, and with `SVC02` if one has been answered. */
    claim: (keyHash: Buffer) => statement((agency) => `SELECT claim_idempotency_key(${agency}, $1::bytea, ${lock}, ${validFor})`, keyHash),
    insert: (keyHash: Buffer, answer: Buffer) =>
      statement(
        (agency) => `
          INSERT INTO idempotent_answers (agency_id, key_hash, creator_ids, answer, caller) VALUES (${agency}, $1, $2::text[], $3, $4)`,
        keyHash,
        creatorIds,
        answer,
        callerId,
      ),
  };
}
