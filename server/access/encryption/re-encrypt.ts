import { firstId } from '../../database/id-times.ts';
import { batch, changeInBatches, hasRows } from '../../database/in-batches.ts';
import type { Sql } from '../../database/client/sql.ts';
import { renewHeaders } from '../../entities/endpoint-headers.ts';
import { placeOfSecrets, sealedOfEndpoint } from '../../entities/signing-secret.ts';
import { placeOfResponse } from '../idempotency/idempotent-request.ts';
import type { Keyring } from './keyring.ts';

type Renewer = Pick<Keyring, 'renew' | 'currentHeader'>;

const batchSize = 50;

interface StoredSecrets {
  readonly agency_id: string;
  readonly id: string;
  readonly current: Buffer;
  readonly earlier: Buffer[];
  readonly headers: Buffer | null;
}

/** The next endpoints, in the order of their ids, with a secret or headers of another key. */
const nextStale = `
  SELECT e.agency_id, e.id, e.secret_ciphertext AS current, e.earlier_secret_ciphertexts AS earlier, e.headers_ciphertext AS headers
    FROM webhook_endpoints e
   WHERE e.id > $1 AND EXISTS (SELECT FROM ${sealedOfEndpoint} WHERE substr(sealed, 1, length($2::bytea)) <> $2)
   ORDER BY e.id LIMIT ${batchSize}`;

/** Skips endpoints whose secret was rotated meanwhile, which encrypted everything of them, and headers that were changed. Locks endpoints in the order of their ids. */
const writeBack = `
  WITH renewed AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::text[], $6::bytea[], $7::bytea[])
               AS r (agency_id, id, was, current, earlier, former_headers, headers)
  ), locked AS MATERIALIZED (
    SELECT e.agency_id, e.id FROM webhook_endpoints e JOIN renewed r ON r.agency_id = e.agency_id AND r.id = e.id
     WHERE e.secret_ciphertext = r.was ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  UPDATE webhook_endpoints e
     SET secret_ciphertext = r.current,
         headers_ciphertext = CASE WHEN e.headers_ciphertext = r.former_headers THEN r.headers ELSE e.headers_ciphertext END,
         earlier_secret_ciphertexts = ARRAY(
           SELECT decode(sealed, 'base64') FROM string_to_table(nullif(r.earlier, ''), ',') WITH ORDINALITY AS s (sealed, place) ORDER BY place)
    FROM renewed r JOIN locked l ON l.agency_id = r.agency_id AND l.id = r.id
   WHERE e.agency_id = l.agency_id AND e.id = l.id`;

/** Encrypts the secrets and headers of all endpoints with the current key, one transaction per batch. Returns the number of endpoints. */
export function reencryptSecrets(sql: Sql, sealer: Renewer, signal: AbortSignal): Promise<number> {
  const next = (after: string) => batch<StoredSecrets>(sql, signal, { text: nextStale, values: [after, sealer.currentHeader] }, hasRows);
  const walk = { start: firstId, next, keyOf: ({ id }: StoredSecrets) => id };
  return changeInBatches(walk, (stored) => {
    const renewed = stored.map(({ agency_id, id, current, earlier, headers }) => {
      const renew = (sealed: Buffer) => sealer.renew(sealed, placeOfSecrets(agency_id, id));
      return {
        current: renew(current),
        earlier: earlier.map((sealed) => renew(sealed).toString('base64')).join(','),
        headers: headers && renewHeaders(sealer, headers, agency_id, id),
      };
    });
    return sql.query({
      text: writeBack,
      values: [
        stored.map(({ agency_id }) => agency_id),
        stored.map(({ id }) => id),
        stored.map(({ current }) => current),
        renewed.map(({ current }) => current),
        renewed.map(({ earlier }) => earlier),
        stored.map(({ headers }) => headers),
        renewed.map(({ headers }) => headers),
      ],
    });
  });
}

/** The next responses, in the order of their keys, that are encrypted with another key. */
const nextStaleResponses = `
  SELECT key_hash, answer FROM idempotent_answers
   WHERE key_hash > $1 AND substr(answer, 1, length($2::bytea)) <> $2
   ORDER BY key_hash LIMIT ${batchSize}`;

const writeBackResponses = `
  UPDATE idempotent_answers a SET answer = r.renewed
    FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) AS r (key_hash, was, renewed)
   WHERE a.key_hash = r.key_hash AND a.answer = r.was`;

interface StoredResponse {
  readonly key_hash: Buffer;
  readonly answer: Buffer;
}

/** Encrypts the stored responses with the current key. Returns their number. */
export function reencryptResponses(sql: Sql, sealer: Renewer, signal: AbortSignal): Promise<number> {
  const next = (after: Buffer) =>
    batch<StoredResponse>(sql, signal, { text: nextStaleResponses, values: [after, sealer.currentHeader] }, hasRows);
  const walk = { start: Buffer.alloc(0), next, keyOf: ({ key_hash }: StoredResponse) => key_hash };
  return changeInBatches(walk, (stored) => {
    const renewed = stored.map(({ key_hash, answer }) => sealer.renew(answer, placeOfResponse(key_hash)));
    return sql.query({
      text: writeBackResponses,
      values: [stored.map(({ key_hash }) => key_hash), stored.map(({ answer }) => answer), renewed],
    });
  });
}
