import { createHash } from 'node:crypto';
import { limits } from '../../../generated/limits.ts';
import type { Problems } from '../../../generated/problems.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { AlsoInTransaction, Idempotency, HandlerTransaction, Transacting } from './idempotency.ts';
import { responseStatements, type KeyOwner } from './stored-responses.ts';

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly key: string;
  /** The fingerprint of a request and its repetitions: operation, path and query, release, and the hash of the body. */
  readonly parts: readonly string[];
  readonly owner: KeyOwner;
}

/** Access to the stored responses of a caller. */
type ResponseStore = Pick<HandlerTransaction, 'isScoped' | 'query'> & Transacting<HandlerTransaction>;

export type ResponseSealer = Pick<Keyring, 'encrypt' | 'decrypt'>;

export interface IdempotentRequestOptions {
  readonly request: KeyedRequest;
  readonly data: ResponseStore;
  readonly sealer: ResponseSealer;
  readonly problems: KeyProblems;
  /** The response in the release of the request. */
  readonly present: (response: unknown) => unknown;
}

export interface Answered {
  readonly response: unknown;
  /** Whether it is the response to an earlier request. */
  readonly isReplayed: boolean;
}

interface StoredResponse {
  readonly fingerprint: string;
  readonly response?: unknown;
}

const digest = (parts: readonly (string | null)[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Binds the encrypted response to its row: copied to another one, it cannot be decrypted. */
export const placeOfResponse = (keyHash: Buffer) => `idempotent answer ${keyHash.toString('hex')}`;

const codeOf = (error: unknown) => (Object(error) as { code?: unknown }).code;
const isRunning = (error: unknown) => codeOf(error) === 'SVC01';

/** Another request saved its response after this one searched. The primary key is the final check. */
const wasAnswered = (error: unknown) =>
  codeOf(error) === 'SVC02' || (codeOf(error) === '23505' && (error as { constraint?: unknown }).constraint === 'idempotent_answers_pkey');

type KeyProblems = Problems<'idempotency_key_reused' | 'idempotency_key_in_use'>;

/**
 * Handles a request with an idempotency key. Returns the stored response, or calls the handler and stores its response in the same
 * transaction. A handler without a transaction may be repeated, and its response is stored afterwards. Refusals are not stored, because
 * they changed nothing.
 */
export class IdempotentRequest implements Idempotency {
  readonly #data: ResponseStore;
  readonly #sealer: ResponseSealer;
  readonly #problems: KeyProblems;
  readonly #present: (response: unknown) => unknown;
  readonly #owner: KeyOwner;
  readonly #keyHash: Buffer;
  readonly #fingerprint: string;
  /** The stored response, as the handler returned it. */
  #stored: { readonly response: unknown } | undefined;

  constructor({ request: { key, parts, owner }, data, sealer, problems, present }: IdempotentRequestOptions) {
    this.#data = data;
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
      if (!this.#stored) await this.inTransaction(this.#data, () => Promise.resolve(response));
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
  inTransaction<Transaction extends HandlerTransaction, Response>(
    data: Transacting<Transaction>,
    work: (transaction: Transaction) => Promise<Response>,
  ): Promise<Response> {
    return data.transaction(async (transaction) => {
      const statements = responseStatements(transaction.isScoped, this.#owner);
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
    return this.inTransaction<HandlerTransaction & Rows, Response>(data, work);
  }

  async #find(): Promise<Answered | undefined> {
    const [row] = await this.#data.query<{ answer: Buffer }>(responseStatements(this.#data.isScoped, this.#owner).find(this.#keyHash));
    if (!row) return undefined;
    const { fingerprint, response } = JSON.parse(this.#sealer.decrypt(row.answer, placeOfResponse(this.#keyHash))) as StoredResponse;
    if (fingerprint !== this.#fingerprint) throw this.#problems.problem('idempotency_key_reused');
    return { response, isReplayed: true };
  }

  #inUse(): Error {
    return this.#problems.problem('idempotency_key_in_use', { headers: { 'retry-after': '1' } });
  }

  #seal(response: unknown): Buffer {
    const stored: StoredResponse = { fingerprint: this.#fingerprint, response: this.#present(response) };
    return this.#sealer.encrypt(JSON.stringify(stored), placeOfResponse(this.#keyHash));
  }
}
