import type { Statement, Transaction } from '../database/sql.ts';

const transactions = new WeakMap<Publishing, Transaction>();

/** The same transaction, with everything of one agency in reach of each statement. */
function within(transaction: Transaction, agencyId: string): Transaction {
  const bounds = { agencyId, creatorIds: [] };
  return {
    query: <Row>(statement: Statement) => transaction.query<Row>({ ...statement, bounds }),
    queryLast: <Row>(statement: Statement) => transaction.queryLast<Row>({ ...statement, bounds }),
    afterCommit: (action) => transaction.afterCommit(action),
    onUnknown: (action) => transaction.onUnknown(action),
  };
}

/**
 * Leave to publish in a transaction to all endpoints of its agency, also to those beyond the key's reach. It has nothing
 * that its holder could do with it but hand it to the outbox, which alone may open it.
 */
export class Publishing {
  constructor(transaction: Transaction, agencyId: string) {
    transactions.set(this, within(transaction, agencyId));
  }
}

/** The transaction to publish in. Lint rules keep this to `events/outbox.ts`. */
export function transactionOf(publishing: Publishing): Transaction {
  return transactions.get(publishing)!;
}
