import type { Migration } from './migrations.ts';
import type { MigrationSession } from './migration-session.ts';

const createForm = /^CREATE (?<unique>UNIQUE )?INDEX CONCURRENTLY (?<index>[a-z_]\w*) ON (?<table>[a-z_]\w*) (?<definition>.+)$/s;
const dropForm = /^DROP INDEX CONCURRENTLY IF EXISTS [a-z_]\w*$/;

interface NewIndex {
  readonly unique: string;
  readonly index: string;
  readonly table: string;
  readonly definition: string;
}

/** Parses a migration whose name ends in `.concurrent.sql`: an index to create, or the text of a drop. Throws for other statements. */
export function indexStatementsOf({ name, text }: Pick<Migration, 'name' | 'text'>): (NewIndex | string)[] {
  const statements = text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return statements.map((statement) => {
    if (dropForm.test(statement)) return statement;
    const created = createForm.exec(statement)?.groups;
    if (created) return { ...(created as unknown as NewIndex), unique: created['unique'] ?? '' };
    throw new Error(
      `${name} has a statement that is not accepted in a concurrent migration: ${statement}; ` +
        'accepted: CREATE [UNIQUE] INDEX CONCURRENTLY name ON table …; and DROP INDEX CONCURRENTLY IF EXISTS name;',
    );
  });
}

/** False if the index does not exist. An interrupted build leaves an invalid index, or one that lacks partitions. */
async function isValid({ sql }: MigrationSession, index: string): Promise<boolean> {
  const [row] = await sql.query<{ is_valid: boolean }>({
    text: 'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    values: [index],
  });
  return row?.is_valid ?? false;
}

async function build(session: MigrationSession, { unique, index, table, definition }: NewIndex): Promise<void> {
  await session.patiently(`the index ${index}`, async () => {
    if (await isValid(session, index)) return;
    await session.run(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await session.run(`CREATE ${unique}INDEX CONCURRENTLY ${index} ON ${table} ${definition}`);
  });
}

/** Partitions whose index is not attached to that of their table, except for those that are being detached. */
const partitionsWithout = `
  SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
   WHERE h.inhparent = $1::regclass AND NOT h.inhdetachpending
     AND NOT EXISTS (SELECT FROM pg_index i JOIN pg_inherits ih ON ih.inhrelid = i.indexrelid WHERE i.indrelid = c.oid AND ih.inhparent = $2::regclass)
   ORDER BY c.relname`;

const maxNameLength = 63;
const undefinedTable = '42P01';

/** PostgreSQL cannot build an index of a partitioned table concurrently: each partition gets its own, which is attached. New partitions have it. */
async function buildOnPartitions(session: MigrationSession, created: NewIndex): Promise<void> {
  const { unique, index, table, definition } = created;
  await session.retry(`the index ${index}`, () =>
    session.run(`CREATE ${unique}INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${definition}`),
  );
  for (const { name } of await session.sql.query<{ name: string }>({ text: partitionsWithout, values: [table, index] })) {
    const own = `${name}_${index}`.slice(0, maxNameLength);
    try {
      await build(session, { ...created, index: own, table: name });
      await session.retry(`the index ${own}`, () => session.run(`ALTER INDEX ${index} ATTACH PARTITION ${own}`));
    } catch (error) {
      // Daily maintenance may have dropped the partition meanwhile.
      if ((error as { code?: unknown }).code !== undefinedTable) throw error;
    }
  }
}

/** Runs a concurrent migration, also after an interrupted run. */
export async function runIndexStatements(session: MigrationSession, migration: Migration): Promise<void> {
  for (const statement of indexStatementsOf(migration)) {
    if (typeof statement === 'string') {
      await session.patiently(statement, () => session.run(statement));
      continue;
    }
    const { index, table } = statement;
    const [row] = await session.sql.query<{ is_partitioned: boolean }>({
      text: `SELECT relkind = 'p' AS is_partitioned FROM pg_class WHERE oid = $1::regclass`,
      values: [table],
    });
    await (row!.is_partitioned ? buildOnPartitions : build)(session, statement);
    if (!(await isValid(session, index))) throw new Error(`${migration.name}: the index ${index} is not valid; run the migration again`);
  }
}
