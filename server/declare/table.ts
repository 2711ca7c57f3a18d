import type { Columns } from './columns.ts';
import type { Rule } from './scope-rules.ts';

/**
 * Which privileges each role has, as GRANT takes them: everything that it does, and no more. Keys limited to creators have those of the API.
 * FOR UPDATE asks for UPDATE.
 */
export interface Grants {
  readonly api?: string;
  readonly worker?: string;
  readonly operator?: string;
}

/** The rows that an erasure of the fan $2 of the agency $1 deletes or changes. */
export interface RowsOfFan {
  /** SQL of the rows. */
  readonly rows: string;
  /** No index finds the rows: an export reads all of the agency, in bounded runs. */
  readonly isSparse?: true;
  /** A dry run leaves them out. */
  readonly isUncounted?: true;
}

export interface Erasure {
  /** SQL: the rows of the agency $1, which its erasure deletes. */
  readonly ofAgency: string;
  /** They are not deleted: `retention/erasure` removes what they say of people. */
  readonly stays?: true;
  /** `throughEvents`: rows that only the events about the fan find. */
  readonly ofFan: RowsOfFan | 'throughEvents' | null;
}

/** What an export shows of the rows that an erasure deletes or changes: all columns without bytes, unless they are named here. */
export interface Export {
  /** Why the table is left out. */
  readonly leftOut?: string;
  /** Columns of an index that is followed in place of the primary key, which other agencies share. */
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  /** SQL that replaces columns of the row `t`, by their names. */
  readonly shownAs?: Readonly<Record<string, string>>;
}

/** Who makes the table grow, how far, and the tests that show it: a row of docs/data.md. */
export interface Growth {
  readonly by: string;
  readonly bound: string;
  readonly tests: readonly [string, ...string[]];
}

/** Everything that is known about a table. What grants, policies, erasures and exports do to it follows from here. */
export interface Table<Of extends Columns = Columns, Scope extends Rule | 'shared' | 'closed' = Rule | 'shared' | 'closed'> {
  readonly columns: Of;
  /** The rows that a key reaches. A statement of a key may name a `shared` table, which has no rows of agencies, and no `closed` one. */
  readonly scope: Scope;
  /** No role but the owner has anything else. */
  readonly grants: Grants;
  /** Null where no row is about an agency or a fan. */
  readonly erasure: Erasure | null;
  /** Present if an export differs from showing all columns that have no bytes. */
  readonly export?: Export;
  readonly growth: Growth;
  /** Citus distributes its rows by their agency. */
  readonly isOnWorkers?: true;
}

export const table = <Of extends Columns, Scope extends Table['scope']>(declaration: Table<Of, Scope>): Table<Of, Scope> => declaration;

/** SQL: the rows of the agency $1. */
export const rowsOfAgency = 'agency_id = $1';

/** SQL: the rows of the fan $2. */
export const rowsOfFan = `${rowsOfAgency} AND fan_id = $2`;

/** SQL: the same where an index begins with the account, on which few accounts of the agency have the fan. */
export const rowsOfFanByAccount = `${rowsOfFan} AND account_id IN (SELECT c.account_id FROM creators c WHERE c.agency_id = $1)`;

/** The rows go with their agency, and are about no fan. */
export const goesWithAgency: Erasure = { ofAgency: rowsOfAgency, ofFan: null };
