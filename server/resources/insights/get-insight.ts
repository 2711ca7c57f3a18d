import type { GetInsightRequest } from '../../../generated/interfaces/insights.ts';
import type { Insight } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentInsight } from '../../entities/insight.ts';
import { readInsight } from './read-insight.ts';

export async function getInsight(request: GetInsightRequest, context: ContextOf<'getInsight'>): Promise<Insight> {
  const insight = await readInsight(context.data, request, context);
  context.setHeader('ETag', `"${insight.etag}"`);
  return presentInsight(insight);
}
