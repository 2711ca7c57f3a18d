import type { CreatorList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { creatorColumns, presentCreator, type CreatorRow } from '../../entities/creator.ts';

export async function listCreators(context: ContextOf<'listCreators'>): Promise<CreatorList> {
  const rows = await context.data.queryReplica<CreatorRow>({
    text: `SELECT ${creatorColumns('c')} FROM {creators} c ORDER BY c.name, c.id`,
  });
  return { data: rows.map(presentCreator) };
}
