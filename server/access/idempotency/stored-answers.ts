import { limits } from '../../../generated/limits.ts';
import { lockNumberFor } from '../../database/advisory-locks.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Statement } from '../../database/client/sql.ts';

const validFor = `interval '${limits.idempotencyHours} hours'`;

/** The owner of an idempotency key: part of the row, and of the hash that finds it. */
export interface KeyOwner {
  /** Null for requests of operators across agencies. */
  readonly agencyId: string | null;
  /** The API key or the operator. */
  readonly callerId: string;
  /** The session at the portal: different people share the key of a link. */
  readonly sessionId?: string;
  /** Creators that the API key is limited to. */
  readonly creatorIds: readonly string[];
}

/** A response to a path with an agency belongs to that agency. */
export const ownerOfOperator = (tokenId: string | null, agencyId: string | undefined): KeyOwner => ({
  agencyId: agencyId !== undefined && isUuid(agencyId) ? agencyId.toLowerCase() : null,
  callerId: `operator ${tokenId ?? ''}`,
  creatorIds: [],
});

const lock = (hash: string) => lockNumberFor('idempotencyKeys', `encode(${hash}, 'hex')`);

export interface AnswerStatements {
  find(keyHash: Buffer): Statement;
  /** Fails with `SVC01` where a request with the key is running, and with `SVC02` where one has been answered. */
  claim(keyHash: Buffer): Statement;
  insert(keyHash: Buffer, answer: Buffer): Statement;
}

/** The statements of requests with an API key. */
export const withinScope = ({ callerId, creatorIds }: KeyOwner): AnswerStatements => ({
  find: (keyHash) => ({
    text: `SELECT answer FROM {idempotent_answers} a WHERE a.key_hash = $1 AND a.created_at > now() - ${validFor}`,
    values: [keyHash],
  }),
  claim: (keyHash) => ({
    text: `SELECT claim_idempotency_key({agency_id}, $1::bytea, ${lock('$1::bytea')}, ${validFor})`,
    values: [keyHash],
  }),
  insert: (keyHash, answer) => ({
    text: 'INSERT INTO idempotent_answers (agency_id, key_hash, creator_ids, answer, caller) VALUES ({agency_id}, $1, $2::text[], $3, $4)',
    values: [keyHash, creatorIds, answer, callerId],
  }),
});

/** The statements of operators. */
export const acrossAgencies = ({ agencyId, callerId, creatorIds }: KeyOwner): AnswerStatements => ({
  find: (keyHash) => ({
    text: `
      SELECT answer FROM idempotent_answers a
       WHERE a.key_hash = $1 AND a.agency_id IS NOT DISTINCT FROM $2::uuid AND a.created_at > now() - ${validFor}`,
    values: [keyHash, agencyId],
  }),
  claim: (keyHash) => ({
    text: `SELECT claim_idempotency_key($2::uuid, $1::bytea, ${lock('$1::bytea')}, ${validFor})`,
    values: [keyHash, agencyId],
  }),
  insert: (keyHash, answer) => ({
    text: 'INSERT INTO idempotent_answers (agency_id, key_hash, creator_ids, answer, caller) VALUES ($2::uuid, $1, $3::text[], $4, $5)',
    values: [keyHash, agencyId, creatorIds, answer, callerId],
  }),
});
