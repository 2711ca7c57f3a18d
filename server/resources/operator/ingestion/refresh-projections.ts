import type { ProjectionRefresh } from '../../../../generated/models.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';

export interface ProjectionRefresher {
  /** Resolves when everything that was committed before the call is in the projections. */
  refresh(): Promise<void>;
}

export interface RefreshProjectionsDependencies {
  readonly data: OperatorModels;
  readonly projections: ProjectionRefresher;
}

export async function refreshProjections({ data, projections }: RefreshProjectionsDependencies): Promise<ProjectionRefresh> {
  await projections.refresh();
  const [row] = await data.query<{ now: Date }>({ text: 'SELECT now()' });
  return { refreshed_at: row!.now.toISOString() };
}
