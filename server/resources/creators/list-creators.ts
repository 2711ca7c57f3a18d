import type { CreatorList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Rows } from '../../models/models.ts';
import { presentCreator } from './present.ts';

export async function listCreators(context: ContextOf<'listCreators'>): Promise<CreatorList> {
  const rows = await context.data.queryReplica<Rows['creators']>({ text: 'SELECT c.* FROM {creators} c ORDER BY c.name, c.id' });
  return { data: rows.map(presentCreator) };
}
