import { batch, changeInBatches, hasRows } from '../../database/in-batches.ts';
import type { Sql } from '../../database/client/sql.ts';
import { placeOfAnswer } from '../idempotency/answer-once.ts';
import type { Keyring } from './keyring.ts';

const batchSize = 50;

/** The next responses, in the order of their keys, that are encrypted with another key. */
const nextStale = `
  SELECT key_hash, answer FROM idempotent_answers
   WHERE key_hash > $1 AND substr(answer, 1, length($2::bytea)) <> $2
   ORDER BY key_hash LIMIT ${batchSize}`;

const writeBack = `
  UPDATE idempotent_answers a SET answer = r.renewed
    FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) AS r (key_hash, was, renewed)
   WHERE a.key_hash = r.key_hash AND a.answer = r.was`;

interface StoredAnswer {
  readonly key_hash: Buffer;
  readonly answer: Buffer;
}

/** Encrypts the stored responses with the current key. Returns their number. */
export function reencryptAnswers(sql: Sql, sealer: Pick<Keyring, 'renew' | 'currentHeader'>, signal: AbortSignal): Promise<number> {
  const next = (after: Buffer) => batch<StoredAnswer>(sql, signal, { text: nextStale, values: [after, sealer.currentHeader] }, hasRows);
  const walk = { start: Buffer.alloc(0), next, keyOf: ({ key_hash }: StoredAnswer) => key_hash };
  return changeInBatches(walk, (stored) => {
    const renewed = stored.map(({ key_hash, answer }) => sealer.renew(answer, placeOfAnswer(key_hash)));
    return sql.query({ text: writeBack, values: [stored.map(({ key_hash }) => key_hash), stored.map(({ answer }) => answer), renewed] });
  });
}
