import { TextAnswer } from '../../../../generated/interfaces/text-answer.ts';
import { contentTypeOf, preferredFormat } from '../../../lib/metrics-format.ts';
import type { Handler } from '../../handler.ts';

export const getMetrics: Handler<'getMetrics', 'metrics'> = async (_request, context, { metrics }) => {
  const format = preferredFormat(context.accept);
  const text = await metrics.text(format);
  context.setHeader('vary', 'accept');
  return format === 'openmetrics' ? new TextAnswer(contentTypeOf[format], text) : new TextAnswer(contentTypeOf[format], text);
};
