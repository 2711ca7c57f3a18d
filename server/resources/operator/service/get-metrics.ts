import { TextAnswer } from '../../../../generated/interfaces/text-answer.ts';
import { contentTypeOf, formatOf, preferredFormat } from '../../../lib/metrics-format.ts';
import type { Handler } from '../../handler.ts';

export const getMetrics: Handler<'getMetrics', 'metrics'> = async (_request, context, { metrics }) => {
  const text = await metrics.text(preferredFormat(context.accept));
  context.setHeader('vary', 'accept');
  const format = formatOf(text);
  return format === 'openmetrics' ? new TextAnswer(contentTypeOf[format], text) : new TextAnswer(contentTypeOf[format], text);
};
