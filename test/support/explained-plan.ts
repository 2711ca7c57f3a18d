import pg from 'pg';

/** A node of a plan that `EXPLAIN (ANALYZE, FORMAT json)` shows. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows that `EXPLAIN (FORMAT json)` answers with. */
export type Explained = readonly { readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }[];

/** The nodes of an explained plan, each before those below it. */
export function planNodesOf(explained: Explained): readonly PlanNode[] {
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return nodesOf(explained[0]!['QUERY PLAN'][0].Plan);
}

/** How many rows a node read in all its loops, also those that a condition dropped. */
export function rowsReadBy(node: PlanNode): number {
  return (
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops']
  );
}

/** A value as EXECUTE takes it: a part of the text. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value))
    return pg.escapeLiteral(
      `{${value.map((item) => (item === null || item === undefined ? 'NULL' : JSON.stringify(item instanceof Date ? item.toISOString() : String(item)))).join(',')}}`,
    );
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : pg.escapeLiteral(value as string);
}
