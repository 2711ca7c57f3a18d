import './startup/oldest-node.js';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from './config/config.ts';
import { hasEmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { defaultWaits, type LockWaits } from './database/migrate/migration-session.ts';
import { pendingAfter, readMigrations } from './database/migrate/migrations.ts';
import type { SchemaState } from './database/migrate/schema-state.ts';
import { forgetLibpqVariables } from './config/libpq-variables.ts';
import { leaveCitus, pendingOf, prepareDatabase, refusalOf } from './startup/prepare-database.ts';
import { failWith, StartError } from './startup/start-error.ts';

/** Migrations are pending. */
const pendingExitCode = 3;

const accepted = '--check, --dry-run, --undistribute, and --lock-timeout with a time such as 500ms or 5s';

interface Options {
  readonly mode: 'apply' | 'check' | 'dry-run' | 'undistribute';
  readonly lockTimeoutMs: number;
}

function timeOf(text: string): number {
  const [, digits, unit] = /^(\d{1,6})(ms|s)$/.exec(text) ?? [];
  const ms = Number(digits) * (unit === 's' ? 1_000 : 1);
  if (!(ms >= 1)) throw new StartError(`--lock-timeout ${JSON.stringify(text)} is not a time; accepted: 500ms, 5s`);
  return ms;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ check: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, undistribute: { type: 'boolean' } },
        'lock-timeout': { type: 'string' },
      },
    });
    const mode = (['check', 'dry-run', 'undistribute'] as const).find((name) => values[name]) ?? 'apply';
    return { mode, lockTimeoutMs: values['lock-timeout'] === undefined ? defaultWaits.lockTimeoutMs : timeOf(values['lock-timeout']) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${args.join(' ')}: ${(error as Error).message.split('. ')[0]!}; accepted: ${accepted}`);
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

async function apply(databaseUrl: string, { databaseEngine }: Config, { mode, lockTimeoutMs }: Options): Promise<void> {
  const waits: LockWaits = {
    ...defaultWaits,
    lockTimeoutMs,
    applied: (step, durationMs) => print(`Applied ${step} in ${seconds(durationMs)}`),
    waiting: (step, reason) => print(`Waiting: ${step} ${reason}`),
  };
  await (mode === 'undistribute' ? leaveCitus : prepareDatabase)(databaseUrl, waits, databaseEngine);
  const { newer } = await pendingOf(databaseUrl, databaseEngine);
  print(newer.length === 0 ? 'The database is up to date.' : newerText(newer));
}

const newerText = (newer: readonly string[]) =>
  `The database is newer than this release: it has ${newer.join(', ')}. Processes of this release can run with it.`;

/** Prints the SQL of the pending migrations as one script. */
function printScript({ pending, steps }: Pick<SchemaState, 'pending' | 'steps'>): void {
  for (const { name, text, isConcurrent } of pending) {
    print(`-- ${name}${isConcurrent ? ', each statement outside a transaction, and for each partition' : ', one transaction'}`);
    print(text.trimEnd());
    print('');
  }
  for (const step of steps) print(`-- then ${step}`);
}

function show(state: SchemaState, { mode }: Options): void {
  const { pending, steps, newer } = state;
  if (newer.length > 0) print(newerText(newer));
  if (pending.length === 0 && steps.length === 0) {
    if (newer.length === 0) print('The database is up to date.');
    return;
  }
  if (mode === 'dry-run') return printScript(state);
  for (const name of [...pending.map((migration) => migration.name), ...steps]) print(`Pending: ${name}`);
  process.exitCode = pendingExitCode;
}

async function runOn(databaseUrl: string, config: Config, options: Options): Promise<void> {
  try {
    if (options.mode === 'apply' || options.mode === 'undistribute') await apply(databaseUrl, config, options);
    else show(await pendingOf(databaseUrl, config.databaseEngine), options);
  } catch (error) {
    throw new StartError(refusalOf(error, config));
  }
}

async function runOnEmbedded(config: Config, options: Options): Promise<void> {
  const { dataDir } = config;
  if (options.mode === 'undistribute') throw new StartError('--undistribute needs DATABASE_URL: the embedded database is not distributed');
  if (options.mode !== 'apply' && !hasEmbeddedPostgres(dataDir)) {
    return show({ pending: pendingAfter([], await readMigrations(), false), steps: ['the making of the database'], newer: [] }, options);
  }
  const postgres = await startEmbeddedPostgres(dataDir);
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await postgres.stop();
  };
  // The migration then fails without its database, and can be run again.
  const onSignal = () => void stop();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    await runOn(postgres.url, config, options);
  } finally {
    await stop();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

// The reader of the output may close it.
process.stdout.on('error', () => undefined);

try {
  const options = readOptions(process.argv.slice(2));
  const config = readConfig(process.env, false);
  forgetLibpqVariables(process.env, config.databaseUrl === undefined);
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (databaseUrl) await runOn(databaseUrl, config, options);
  else await runOnEmbedded(config, options);
} catch (error) {
  failWith(error);
}
