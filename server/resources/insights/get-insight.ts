import { presentInsight } from '../../entities/insight.ts';
import type { Handler } from '../handler.ts';
import { readInsight } from './read-insight.ts';

export const getInsight: Handler<'getInsight'> = async (request, context) => {
  const insight = await readInsight(context.data, request, context);
  context.setHeader('ETag', `"${insight.etag}"`);
  return presentInsight(insight);
};
