import type { Statement } from '../../database/client/sql.ts';

/** A transaction of handlers. */
export interface AnsweringTransaction {
  /** Whether its statements are within a tenant scope, which sets `{agency_id}`. */
  readonly isScoped: boolean;
  query<Row = never>(statement: Statement): Promise<Row[]>;
  queryLast<Row = never>(statement: Statement): Promise<Row[]>;
}

export interface Transacting<Transaction extends AnsweringTransaction> {
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/** Rows that a handler reaches in a transaction and without one. */
export type AlsoInTransaction<Rows> = Rows & Transacting<AnsweringTransaction & Rows>;

/**
 * How the handler of a POST commits the response that it returns. If the request has an idempotency key, the response is stored in the same
 * transaction: after a crash the database has both or neither.
 */
export interface Answering {
  /** As `data.transaction`. `work` resolves with the response of the operation. */
  inTransaction<Transaction extends AnsweringTransaction, Response>(
    data: Transacting<Transaction>,
    work: (transaction: Transaction) => Promise<Response>,
  ): Promise<Response>;
  /** For work that needs no transaction without a key. */
  statement<Rows, Response>(data: AlsoInTransaction<NoInfer<Rows>>, work: (rows: Rows) => Promise<Response>): Promise<Response>;
}

/** Requests without an idempotency key: nothing is stored. */
export const answeringWithoutKey: Answering = {
  inTransaction: (data, work) => data.transaction(work),
  statement: (data, work) => work(data),
};
