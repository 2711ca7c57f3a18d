import type { Statement, Transaction } from './sql.ts';

/** The same transaction, with everything of one agency in reach of each statement. */
function within(transaction: Transaction, agencyId: string): Transaction {
  const rowScope = { agencyId, creatorIds: [] };
  return {
    query: <Row>(statement: Statement) => transaction.query<Row>({ ...statement, rowScope }),
    queryLast: <Row>(statement: Statement) => transaction.queryLast<Row>({ ...statement, rowScope }),
    afterCommit: (action) => transaction.afterCommit(action),
    onUnknown: (action) => transaction.onUnknown(action),
  };
}

/**
 * Leave to publish in a transaction to all endpoints of its agency, also to those beyond the key's reach. It has nothing
 * that its holder could do with it but hand it to the outbox, which alone may open it: lint rules keep this file to both.
 */
export class Publishing {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction, agencyId: string) {
    this.#transaction = within(transaction, agencyId);
  }

  /** The transaction to publish in. Who has a transaction of his own gives that. */
  static open(handed: Transaction | Publishing): Transaction {
    return handed instanceof Publishing ? handed.#transaction : handed;
  }
}
