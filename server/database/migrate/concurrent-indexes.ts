import type { Migration } from './migrations.ts';
import type { MigrationSession } from './migration-session.ts';

const createForm = /^CREATE (?<unique>UNIQUE )?INDEX CONCURRENTLY (?<index>[a-z_]\w*) ON (?<table>[a-z_]\w*) (?<definition>.+)$/s;
const dropForm = /^DROP INDEX CONCURRENTLY (?<index>[a-z_]\w*)$/;

interface Create {
  readonly kind: 'create';
  readonly unique: string;
  readonly index: string;
  readonly table: string;
  readonly definition: string;
}

type IndexStatement = Create | { readonly kind: 'drop'; readonly index: string };

/** The statements of a migration whose name ends in `.concurrent.sql`; throws for any that is not one of the two accepted forms. */
export function indexStatementsOf({ name, text }: Pick<Migration, 'name' | 'text'>): IndexStatement[] {
  const statements = text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return statements.map((statement) => {
    const created = createForm.exec(statement)?.groups;
    if (created) {
      const { unique = '', index, table, definition } = created;
      return { kind: 'create', unique, index: index!, table: table!, definition: definition! };
    }
    const dropped = dropForm.exec(statement)?.groups;
    if (dropped) return { kind: 'drop', index: dropped.index! };
    throw new Error(
      `${name} has a statement that is not accepted in a concurrent migration: ${statement}; ` +
        'accepted: CREATE [UNIQUE] INDEX CONCURRENTLY name ON table …; and DROP INDEX CONCURRENTLY name;',
    );
  });
}

/** Null where the index does not exist. One that is not valid is left by a build that was interrupted, or has partitions yet to attach. */
async function validityOf({ sql }: MigrationSession, index: string): Promise<{ is_valid: boolean; is_partitioned: boolean } | null> {
  const [row] = await sql.query<{ is_valid: boolean; is_partitioned: boolean }>({
    text: `SELECT i.indisvalid AS is_valid, c.relkind = 'I' AS is_partitioned FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
            WHERE i.indexrelid = to_regclass($1)`,
    values: [index],
  });
  return row ?? null;
}

async function isPartitioned({ sql }: MigrationSession, table: string): Promise<boolean> {
  const [row] = await sql.query<{ is_partitioned: boolean }>({
    text: `SELECT relkind = 'p' AS is_partitioned FROM pg_class WHERE oid = $1::regclass`,
    values: [table],
  });
  return row!.is_partitioned;
}

interface PartitionWithout {
  readonly partition: string;
  readonly name: string;
}

/** Partitions whose index is not attached to that of their table. Those that are being detached need none. */
async function partitionsWithout({ sql }: MigrationSession, index: string, table: string): Promise<PartitionWithout[]> {
  return sql.query<PartitionWithout>({
    text: `
      SELECT c.oid::regclass::text AS partition, c.relname AS name
        FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
       WHERE h.inhparent = $1::regclass AND NOT h.inhdetachpending
         AND NOT EXISTS (SELECT FROM pg_index i JOIN pg_inherits ih ON ih.inhrelid = i.indexrelid
                          WHERE i.indrelid = c.oid AND ih.inhparent = $2::regclass)
       ORDER BY c.relname`,
    values: [table, index],
  });
}

/** Builds an index of a table without partitions. An invalid one, which an interrupted build has left, is dropped and built again. */
async function build(session: MigrationSession, { unique, index, table, definition }: Omit<Create, 'kind'>): Promise<void> {
  await session.patiently(`the index ${index}`, async () => {
    const found = await validityOf(session, index);
    if (found?.is_valid) return;
    if (found) await session.run(`DROP INDEX CONCURRENTLY ${index}`);
    await session.run(`CREATE ${unique}INDEX CONCURRENTLY ${index} ON ${table} ${definition}`);
  });
}

const longestName = 63;
const undefinedTable = '42P01';

/** PostgreSQL builds no index of all partitions concurrently: each gets its own, which is attached. New partitions bring theirs along. */
async function buildOnPartitions(session: MigrationSession, create: Create): Promise<void> {
  const { unique, index, table, definition } = create;
  await session.retry(`the index ${index}`, () =>
    session.run(`CREATE ${unique}INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${definition}`),
  );
  for (;;) {
    const missing = await partitionsWithout(session, index, table);
    for (const { partition, name } of missing) {
      const own = `${name}_${index}`.slice(0, longestName);
      try {
        await build(session, { unique, index: own, table: partition, definition });
        await session.retry(`the index ${own}`, () => session.run(`ALTER INDEX ${index} ATTACH PARTITION ${own}`));
      } catch (error) {
        // Daily maintenance has dropped the partition meanwhile.
        const isGone = (error as { code?: unknown }).code === undefinedTable;
        if (!isGone || (await partitionsWithout(session, index, table)).some((each) => each.partition === partition)) throw error;
      }
    }
    if (missing.length === 0) return;
  }
}

async function drop(session: MigrationSession, index: string): Promise<void> {
  const found = await validityOf(session, index);
  if (!found) return;
  if (found.is_partitioned) await session.retry(`the index ${index}`, () => session.run(`DROP INDEX ${index}`));
  else await session.patiently(`the index ${index}`, () => session.run(`DROP INDEX CONCURRENTLY ${index}`));
}

/** Runs a concurrent migration from wherever an interrupted run has left it. */
export async function runIndexStatements(session: MigrationSession, migration: Migration): Promise<void> {
  for (const statement of indexStatementsOf(migration)) {
    if (statement.kind === 'drop') await drop(session, statement.index);
    else if (await isPartitioned(session, statement.table)) await buildOnPartitions(session, statement);
    else await build(session, statement);
    if (statement.kind === 'create' && !(await validityOf(session, statement.index))?.is_valid)
      throw new Error(`${migration.name}: the index ${statement.index} is not valid; run the migration again`);
  }
}
