import type { Statement } from '../../database/client/sql.ts';

export interface HandlerTransaction {
  /** Whether its statements run in a tenant scope, which sets `{agency_id}`. */
  readonly isScoped: boolean;
  query<Row = never>(statement: Statement): Promise<Row[]>;
  queryLast<Row = never>(statement: Statement): Promise<Row[]>;
}

export interface Transacting<Transaction extends HandlerTransaction> {
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

export type AlsoInTransaction<Rows> = Rows & Transacting<HandlerTransaction & Rows>;

/** Runs the transaction of a handler. If the request has an idempotency key, the response is stored in it: after a crash the database has both or neither. */
export interface Idempotency {
  /** As `data.transaction`. `work` resolves with the response of the operation. */
  inTransaction<Transaction extends HandlerTransaction, Response>(
    data: Transacting<Transaction>,
    work: (transaction: Transaction) => Promise<Response>,
  ): Promise<Response>;
  /** For work that needs a transaction only with an idempotency key. */
  statement<Rows, Response>(data: AlsoInTransaction<NoInfer<Rows>>, work: (rows: Rows) => Promise<Response>): Promise<Response>;
}

/** For requests without an idempotency key. */
export const withoutIdempotencyKey: Idempotency = {
  inTransaction: (data, work) => data.transaction(work),
  statement: (data, work) => work(data),
};
