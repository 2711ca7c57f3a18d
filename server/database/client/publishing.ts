import type { Statement, Transaction } from './sql.ts';

/** The same transaction, with all rows of the agency in the scope of its statements. */
function forAgency(transaction: Transaction, agencyId: string): Transaction {
  const rowScope = { agencyId, creatorIds: [] };
  return {
    query: <Row>(statement: Statement) => transaction.query<Row>({ ...statement, rowScope }),
    queryLast: <Row>(statement: Statement) => transaction.queryLast<Row>({ ...statement, rowScope }),
    afterCommit: (action) => transaction.afterCommit(action),
    onUnknown: (action) => transaction.onUnknown(action),
  };
}

/**
 * The permission to publish in a transaction to all endpoints of the agency, also to those outside the key's tenant scope. Its owner can only pass
 * it to the outbox. Lint rules ensure that only the outbox opens it.
 */
export class Publishing {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction, agencyId: string) {
    this.#transaction = forAgency(transaction, agencyId);
  }

  /** The transaction to publish in. Publishers without a tenant scope pass their own transaction. */
  static open(given: Transaction | Publishing): Transaction {
    return given instanceof Publishing ? given.#transaction : given;
  }
}
