import type { Statement, Transaction } from '../database/client/sql.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { PoolUse } from '../database/client/timeout-client.ts';
import type { ModelDatabase } from './database.ts';

/** The statement in the role of operators, limited to the agency of its row scope if it has one. */
function asOperator(statement: Statement): Statement {
  const { agencyId, creatorIds } = statement.rowScope ?? { agencyId: '', creatorIds: [] };
  return { ...statement, rowScope: { agencyId, creatorIds, role: 'operator' } };
}

function inRoleOfOperators(transaction: Transaction): Transaction {
  return {
    ...transaction,
    query: <Row>(statement: Statement) => transaction.query<Row>(asOperator(statement)),
    queryLast: <Row>(statement: Statement) => transaction.queryLast<Row>(asOperator(statement)),
  };
}

/** The connections of the API in the role of operators. They use at most `most` of them, so that requests with a key have the rest. */
export function operatorDatabase(database: ModelDatabase, most: number): ModelDatabase & { readonly use: PoolUse } {
  const connections = new Semaphore(most);
  const query = <Row>(statement: Statement) => connections.run(() => database.query<Row>(asOperator(statement)));
  return {
    models: database.models,
    use: { inUse: () => most - connections.free, idle: () => connections.free, waiting: () => connections.waiting },
    hasReplicas: false,
    replica: { query },
    query,
    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      connections.run(() => database.transaction((transaction) => work(inRoleOfOperators(transaction)))),
  };
}
