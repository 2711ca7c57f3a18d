import { createHash } from 'node:crypto';
import { limits } from '../../../generated/limits.ts';
import type { Problems } from '../../../generated/problems.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { AlsoInTransaction, Answering, AnsweringTransaction, Transacting } from './answering.ts';
import { acrossAgencies, withinScope, type AnswerStatements, type KeyOwner } from './stored-answers.ts';

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly key: string;
  /** Everything that the same request has in common with it: operation, path and query, release, and the bytes of the body. */
  readonly parts: readonly string[];
  readonly owner: KeyOwner;
}

/** Where the answers of a caller are stored. */
export type AnswerDoor = AnsweringDoor & Transacting<AnsweringTransaction>;
type AnsweringDoor = Pick<AnsweringTransaction, 'isScoped' | 'query'>;

export type AnswerSealer = Pick<Keyring, 'encrypt' | 'decrypt'>;

export interface AnswerOnceOptions {
  readonly request: KeyedRequest;
  readonly door: AnswerDoor;
  readonly sealer: AnswerSealer;
  readonly problems: KeyProblems;
  /** The response in the release of the request. */
  readonly present: (response: unknown) => unknown;
}

/** A response, and whether it belongs to an earlier request. */
export interface Answered {
  readonly response: unknown;
  readonly isReplayed: boolean;
}

interface StoredAnswer {
  readonly fingerprint: string;
  readonly response?: unknown;
}

const digest = (parts: readonly (string | null)[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Where a stored answer may be decrypted: copied to another key's row, it cannot be read. */
export const placeOfAnswer = (keyHash: Buffer) => `idempotent answer ${keyHash.toString('hex')}`;

const codeOf = (error: unknown) => (Object(error) as { code?: unknown }).code;
const isRunning = (error: unknown) => codeOf(error) === 'SVC01';

/** Another request was answered after the search of this one; the last resort is the primary key of the table. */
const wasAnswered = (error: unknown) =>
  codeOf(error) === 'SVC02' || (codeOf(error) === '23505' && (error as { constraint?: unknown }).constraint === 'idempotent_answers_pkey');

type KeyProblems = Problems<'idempotency_key_reused' | 'idempotency_key_in_use'>;

/**
 * Answers one request with an idempotency key: with the stored response, or by the operation, whose response is stored in its transaction. Of an
 * operation without a transaction of its own, which may be repeated, the response is stored afterwards. Refusals are not stored: they changed nothing.
 */
export class AnswerOnce implements Answering {
  readonly #door: AnswerDoor;
  readonly #sealer: AnswerSealer;
  readonly #problems: KeyProblems;
  readonly #present: (response: unknown) => unknown;
  readonly #owner: KeyOwner;
  readonly #keyHash: Buffer;
  readonly #fingerprint: string;
  /** The response that was stored, as the handler made it. */
  #stored: { readonly response: unknown } | undefined;

  constructor({ request: { key, parts, owner }, door, sealer, problems, present }: AnswerOnceOptions) {
    this.#door = door;
    this.#sealer = sealer;
    this.#problems = problems;
    this.#present = present;
    this.#owner = owner;
    this.#keyHash = digest([owner.agencyId, owner.callerId, key, ...(owner.sessionId === undefined ? [] : [owner.sessionId])]);
    this.#fingerprint = digest(parts).toString('base64url');
  }

  /** Throws `idempotency_key_reused` and `idempotency_key_in_use`. */
  async answer(handle: () => Promise<unknown>): Promise<Answered> {
    const earlier = await this.#find();
    if (earlier) return earlier;
    try {
      const response = await handle();
      if (!this.#stored) await this.inTransaction(this.#door, () => Promise.resolve(response));
      else if (this.#stored.response !== response) throw new Error('the handler returned another response than it stored');
      return { response: this.#present(response), isReplayed: false };
    } catch (error) {
      if (isRunning(error)) throw this.#inUse();
      if (!wasAnswered(error)) throw error;
      const answered = await this.#find();
      if (!answered) throw this.#inUse();
      return answered;
    }
  }

  /** The key is claimed together with the first statements of `work`, and the response is stored together with the commit. */
  inTransaction<Transaction extends AnsweringTransaction, Response>(
    data: Transacting<Transaction>,
    work: (transaction: Transaction) => Promise<Response>,
  ): Promise<Response> {
    return data.transaction(async (transaction) => {
      const statements = this.#statements(transaction);
      const [claimed, worked] = await Promise.allSettled([transaction.query(statements.claim(this.#keyHash)), work(transaction)]);
      if (claimed.status === 'rejected') throw claimed.reason;
      if (worked.status === 'rejected') throw worked.reason;
      const answer = this.#seal(worked.value);
      if (answer.length <= limits.idempotentAnswerBytes) await transaction.queryLast(statements.insert(this.#keyHash, answer));
      this.#stored = { response: worked.value };
      return worked.value;
    });
  }

  statement<Rows, Response>(data: AlsoInTransaction<NoInfer<Rows>>, work: (rows: Rows) => Promise<Response>): Promise<Response> {
    return this.inTransaction<AnsweringTransaction & Rows, Response>(data, work);
  }

  async #find(): Promise<Answered | undefined> {
    const [row] = await this.#door.query<{ answer: Buffer }>(this.#statements(this.#door).find(this.#keyHash));
    if (!row) return undefined;
    const { fingerprint, response } = JSON.parse(this.#sealer.decrypt(row.answer, placeOfAnswer(this.#keyHash))) as StoredAnswer;
    if (fingerprint !== this.#fingerprint) throw this.#problems.problem('idempotency_key_reused');
    return { response, isReplayed: true };
  }

  #inUse(): Error {
    return this.#problems.problem('idempotency_key_in_use', { headers: { 'retry-after': '1' } });
  }

  #seal(response: unknown): Buffer {
    const stored: StoredAnswer = { fingerprint: this.#fingerprint, response: this.#present(response) };
    return this.#sealer.encrypt(JSON.stringify(stored), placeOfAnswer(this.#keyHash));
  }

  #statements({ isScoped }: Pick<AnsweringTransaction, 'isScoped'>): AnswerStatements {
    return isScoped ? withinScope(this.#owner) : acrossAgencies(this.#owner);
  }
}
