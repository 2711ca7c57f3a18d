import type { Sql, Transaction } from './sql.ts';

/**
 * A transaction that no key's reach bounds, in the hands of a resource: it can be handed on to what publishes events and makes
 * endpoints, and does nothing by itself. A lint rule keeps this file from resources.
 */
export class Unbounded {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** What was handed on, ready to be used. Who has a transaction of his own gives that. */
  static open<Own extends Sql>(handed: Own | Unbounded): Own | Transaction {
    return handed instanceof Unbounded ? handed.#transaction : handed;
  }
}
