import type { ProjectionRefresh } from '../../../generated/models/index.ts';
import type { Database } from '../../database/sql.ts';

export interface ProjectionRefresher {
  /** Resolves when everything that was committed before the call is in the projections. */
  refresh(): Promise<void>;
}

export interface RefreshProjectionsDependencies {
  readonly database: Database;
  readonly projections: ProjectionRefresher;
}

export async function refreshProjections({ database, projections }: RefreshProjectionsDependencies): Promise<ProjectionRefresh> {
  await projections.refresh();
  const [row] = await database.query<{ now: Date }>({ text: 'SELECT now()' });
  return { refreshed_at: row!.now.toISOString() };
}
