import { withoutIdempotencyKey } from '../../server/access/idempotency/idempotency.ts';
import pg from 'pg';
import { inject } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import type { Problems, ProblemSlug } from '../../generated/problems.ts';
import type { RequestContext } from '../../server/access/request-context.ts';
import { rolesOf } from '../../server/database/client/roles.ts';
import type { RowScope, Statement } from '../../server/database/client/sql.ts';
import { openDatabase, type ModelDatabase } from '../../server/orm/database.ts';
import { problems } from '../../server/problems/problem.ts';
import { Cursors } from '../../server/paging/cursor.ts';
import { literalOf, planNodesOf, rowsReadBy, type Explained } from '../support/explained-plan.ts';

export const cursors = new Cursors(Buffer.alloc(32));

/** What any operation behind an API key is given. */
export type AnyContext = RequestContext & Problems<ProblemSlug>;

/** Nothing is sent. */
export const { models } = openDatabase('postgres://nobody@127.0.0.1:1/nothing', [], 1);

type Handler = (context: AnyContext) => Promise<unknown>;

/** The statement that a handler reads its rows with, as it is sent for a key of this reach. Nothing is read. */
export async function statementOf(handler: Handler, reach: TenantScope, path = '/'): Promise<Statement> {
  const statements: Statement[] = [];
  const replica = {
    query: async <Row>(statement: Statement): Promise<Row[]> => {
      statements.push(statement);
      return [];
    },
  };
  // What a handler looks up besides is found: an account, the tags that it asks for, an endpoint.
  const query = async <Row>({ values = [] }: Statement) => [{ known: values.find(Array.isArray) }] as Row[];
  const database = { replica, query, hasReplicas: true, models } as unknown as ModelDatabase;
  const data = new ScopedModels(database, new ScopedStatements(), reach, { lastWrite: 0, now: 0 });
  await handler({ ...problems, path, data, idempotency: withoutIdempotencyKey } as AnyContext).catch(() => undefined);
  if (statements.length !== 1) throw new Error(`the handler read with ${statements.length} statements`);
  return statements[0]!;
}

/** What a statement did when it ran. */
export interface Plan {
  /** Large tables that were read as a whole. */
  readonly scannedTables: string[];
  readonly indexes: string[];
  /** Rows of large tables that were read, also those that a filter dropped. */
  readonly rowsRead: number;
  /** The most rows that went into one sort. */
  readonly rowsSorted: number;
  readonly text: string;
}

/** Tables of which an agency has so few rows that reading them as a whole is best. */
const smallTables = ['agencies', 'creators', 'employees', 'tags', 'webhook_endpoints', 'endpoint_episodes', 'delivery_hours_progress'];

function readPlan(explained: Explained): Plan {
  const scannedTables = new Set<string>();
  const indexes = new Set<string>();
  let rowsRead = 0;
  let rowsSorted = 0;
  const nodes = planNodesOf(explained);
  for (const node of nodes) {
    const table = node['Relation Name'];
    if (table !== undefined && !smallTables.includes(table)) {
      if (node['Node Type'].includes('Seq Scan') && node['Actual Loops'] > 0) scannedTables.add(table);
      if (node['Index Name']) indexes.add(node['Index Name']);
      rowsRead += rowsReadBy(node);
    }
    if (node['Node Type'].includes('Sort')) {
      const [input] = node.Plans!;
      rowsSorted = Math.max(rowsSorted, input!['Actual Rows'] * input!['Actual Loops']);
    }
  }
  return { scannedTables: [...scannedTables], indexes: [...indexes], rowsRead, rowsSorted, text: JSON.stringify(nodes[0], null, 1) };
}

/** How PostgreSQL plans: for the values of each request, or once for a statement that stays prepared. */
export const planners = ['force_custom_plan', 'force_generic_plan'] as const;
export type Planner = (typeof planners)[number];

/** As a session of requests: in the row scope of a statement, and in its role. */
async function takeRole(client: pg.Client, { agencyId, creatorIds }: RowScope): Promise<void> {
  const { api, limitedApi } = rolesOf(new URL(inject('ownerUrl')).username);
  await client.query('SET max_parallel_workers_per_gather = 0');
  const settings = `SELECT set_config('tenant_scope.agency', $1, false), set_config('tenant_scope.creators', $2::text[]::text, false)`;
  await client.query(settings, [agencyId, creatorIds]);
  await client.query(`SET ROLE ${creatorIds.length > 0 ? limitedApi : api}`);
}

/** Runs a statement, planned in this way, and returns its plan: in its row scope, if it has one, under the policies of the API. */
export async function explain(client: pg.Client, { text, values = [], rowScope }: Statement, planner: Planner): Promise<Plan> {
  await client.query(`SET plan_cache_mode = ${planner}`);
  if (rowScope) await takeRole(client, rowScope);
  await client.query(`PREPARE explained AS ${text}`);
  try {
    const { rows } = await client.query<Explained[number]>(
      `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF, FORMAT JSON) EXECUTE explained${values.length > 0 ? `(${values.map(literalOf).join(', ')})` : ''}`,
    );
    return readPlan(rows);
  } finally {
    await client.query('DEALLOCATE explained; RESET ROLE');
  }
}
