import pg from 'pg';
import { controllerOf, type PostgresControl } from '../process/postgres-control.ts';
import { startTestPostgres, templateName } from '../support/postgres.ts';
import { startRig, type Rig } from './rig.ts';

/** A rig over a server of its own, which may be stopped and started. */
export interface OwnServer {
  readonly rig: Rig;
  readonly control: PostgresControl;
  asAdministrator(text: string): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

export async function startOwnServer(): Promise<OwnServer> {
  const postgres = await startTestPostgres();
  const control = await controllerOf(postgres.administratorUrl);
  const asAdministrator = async (text: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: postgres.administratorUrl });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  await asAdministrator(`CREATE DATABASE own OWNER ${new URL(postgres.url).username} TEMPLATE ${templateName}`);
  const inOwn = (of: string) => Object.assign(new URL(of), { pathname: '/own' }).href;
  const rig = await startRig({ url: inOwn(postgres.administratorUrl), ownerUrl: inOwn(postgres.url), drop: () => Promise.resolve() });
  return {
    rig,
    control,
    asAdministrator,
    async close() {
      await rig.close();
      await postgres.stop();
    },
  };
}
