import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import pg from 'pg';

/** Runs `pg_ctl` with a command and its arguments. Rejects where it fails. */
export type PostgresControl = (command: 'start' | 'stop' | 'restart', ...args: string[]) => Promise<void>;

/** Controls the server behind `url`. What starts again has the port and the settings that it had. */
export async function controllerOf(url: string): Promise<PostgresControl> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS bin, current_setting('data_directory') AS directory`,
  );
  await client.end();
  const [{ bin, directory }] = rows;
  const { uid, gid } = statSync(directory);
  const settings = readFileSync(`${directory}/postmaster.opts`, 'utf8').split(`"-D" "${directory}" `)[1]!.trim();
  return async (command, ...args) => {
    const given = command === 'start' ? ['-o', settings] : args;
    const child = spawn(`${bin}/pg_ctl`, [command, '-D', directory, '-w', ...given], {
      uid,
      gid,
      cwd: '/',
      stdio: 'ignore',
      detached: true,
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`pg_ctl ${command} ended with ${code}`);
  };
}
