import type { InsightsApi } from '../../../generated/interfaces/insights.ts';
import type { Contexts } from '../../access/request-context.ts';
import { getInsight } from './get-insight.ts';
import { updateInsight } from './update-insight.ts';

export function insightsController(): InsightsApi<Contexts> {
  return {
    getInsight: (request, context) => getInsight(request, context),
    updateInsight: (request, context) => updateInsight(request, context),
  };
}
