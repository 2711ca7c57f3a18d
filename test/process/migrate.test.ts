import { afterAll, expect, test } from 'vitest';
import { createDatabase } from './database.ts';
import { endProcesses, RunningProcess } from './service-process.ts';

afterAll(endProcesses);

const runMigrate = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  new RunningProcess(process.execPath, ['server/migrate.ts', ...args], env).exited;

test('the command reports what is pending, applies it, and reports that nothing is', async () => {
  const database = await createDatabase();
  await database.query('DELETE FROM schema_policies');
  const pending = expect.stringMatching(/^Pending: grants and policies$/m) as string;
  expect(await runMigrate(database.env, '--check')).toMatchObject({ code: 3, stdout: pending, stderr: '' });
  const applied = expect.stringMatching(/^Applied grants and policies in \d+\.\d\d s\nThe database is up to date\.\n$/m) as string;
  expect(await runMigrate(database.env)).toMatchObject({ code: 0, stdout: applied, stderr: '' });
  expect(await runMigrate(database.env, '--check')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
  await database.drop();
});

test('an option that is not accepted ends the command in one line', async () => {
  const refused = [
    [
      ['--chek'],
      `--chek: Unknown option '--chek'; accepted: --check, --dry-run, --undistribute, and --lock-timeout with a time such as 500ms or 5s\n`,
    ],
    [['--lock-timeout', '5'], `--lock-timeout "5" is not a time; accepted: 500ms, 5s\n`],
  ] as const;
  for (const [args, stderr] of refused) expect(await runMigrate({}, ...args)).toMatchObject({ code: 1, stdout: '', stderr });
});
