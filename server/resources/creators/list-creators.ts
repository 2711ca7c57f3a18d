import type { CreatorList } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { presentCreator } from './present.ts';

export async function listCreators(context: RequestContext): Promise<CreatorList> {
  const rows = await context.data.findAll('creators', { order: ['name', 'id'] });
  return { data: rows.map(presentCreator) };
}
