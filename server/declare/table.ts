import type { Columns } from './columns.ts';
import type { Rule } from './scope-rules.ts';

/**
 * The least privileges of each role, in the syntax of GRANT. Keys that are limited to creators have those of `api`. `SELECT … FOR UPDATE` needs
 * UPDATE.
 */
export interface Grants {
  readonly api?: string;
  readonly worker?: string;
  readonly operator?: string;
}

/** The rows that the erasure of the fan $2 of the agency $1 deletes or changes. */
export interface RowsOfFan {
  /** SQL: their condition. */
  readonly rows: string;
  /** No index finds the rows, so that an export reads all rows of the agency, in bounded runs. */
  readonly isSparse?: true;
  /** A dry run does not count them. */
  readonly isUncounted?: true;
}

export interface Erasure {
  /** SQL: the condition of the rows of the agency $1, which its erasure deletes. */
  readonly ofAgency: string;
  /** They are not deleted. `retention/erasure` removes personal data from them. */
  readonly stays?: true;
  /** `throughEvents`: the rows are found through the events about the fan. */
  readonly ofFan: RowsOfFan | 'throughEvents' | null;
}

/** Exceptions from the rule that an export shows all columns without bytes of the rows that an erasure deletes or changes. */
export interface Export {
  /** The reason why an export omits the table. */
  readonly leftOut?: string;
  /** Columns of an index that orders the rows, instead of a primary key that does not begin with the agency. */
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  /** SQL that replaces columns of the row `t`, by name. */
  readonly shownAs?: Readonly<Record<string, string>>;
}

/** Why and how far the table grows, and the tests that show it: a row of docs/data.md. */
export interface Growth {
  readonly by: string;
  readonly bound: string;
  readonly tests: readonly [string, ...string[]];
}

/** The declaration of a table, from which its grants, policies, erasures and exports follow. */
export interface Table<Of extends Columns = Columns, Scope extends Rule | 'shared' | 'closed' = Rule | 'shared' | 'closed'> {
  readonly columns: Of;
  /** The rows that a key may access. Statements of a key may name a `shared` table, which has no rows of agencies, but no `closed` one. */
  readonly scope: Scope;
  /** Only the owner has other privileges. */
  readonly grants: Grants;
  /** Null if no row is about an agency or a fan. */
  readonly erasure: Erasure | null;
  /** Present unless an export shows all columns without bytes. */
  readonly export?: Export;
  readonly growth: Growth;
  /** Citus distributes its rows over workers, by agency. */
  readonly isOnWorkers?: true;
}

export const table = <Of extends Columns, Scope extends Table['scope']>(declaration: Table<Of, Scope>): Table<Of, Scope> => declaration;

/** SQL: the rows of the agency $1. */
export const rowsOfAgency = 'agency_id = $1';

/** SQL: the rows of the fan $2. */
export const rowsOfFan = `${rowsOfAgency} AND fan_id = $2`;

/** SQL: the rows of the fan $2, for an index that begins with the account. */
export const rowsOfFanByAccount = `${rowsOfFan} AND account_id IN (SELECT c.account_id FROM creators c WHERE c.agency_id = $1)`;

/** The rows are deleted with their agency, and are not about a fan. */
export const goesWithAgency: Erasure = { ofAgency: rowsOfAgency, ofFan: null };
