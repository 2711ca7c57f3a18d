import { batch } from '../../database/in-batches.ts';
import type { Sql } from '../../database/client/sql.ts';
import { placeOfAnswer } from '../idempotency/answer-once.ts';
import type { Keyring } from './keyring.ts';

const batchSize = 50;

/** The next responses, in the order of their keys, that are not sealed with the current key. */
const nextStale = `
  SELECT key_hash, answer FROM idempotent_answers
   WHERE key_hash > $1 AND substr(answer, 1, length($2::bytea)) <> $2
   ORDER BY key_hash LIMIT ${batchSize}`;

const writeBack = `
  UPDATE idempotent_answers a SET answer = r.renewed
    FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) AS r (key_hash, was, renewed)
   WHERE a.key_hash = r.key_hash AND a.answer = r.was`;

/** Seals the responses to requests with an idempotency key with the current key. Answers with how many it wrote. */
export async function reencryptAnswers(sql: Sql, sealer: Pick<Keyring, 'renew' | 'currentHeader'>, signal: AbortSignal): Promise<number> {
  let written = 0;
  for (let after = Buffer.alloc(0); ;) {
    const statement = { text: nextStale, values: [after, sealer.currentHeader] };
    const found = await batch<{ key_hash: Buffer; answer: Buffer }>(sql, signal, statement, ({ length }) => length > 0);
    const last = found.at(-1);
    if (!last) return written;
    after = Buffer.from(last.key_hash);
    const hashes = found.map(({ key_hash }) => key_hash);
    const renewed = found.map(({ key_hash, answer }) => sealer.renew(answer, placeOfAnswer(key_hash)));
    await sql.query({ text: writeBack, values: [hashes, found.map(({ answer }) => answer), renewed] });
    written += found.length;
  }
}
