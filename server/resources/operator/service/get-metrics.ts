import { TextAnswer } from '../../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { contentTypeOf, formatOf, preferredFormat, type MetricsFormat } from '../../../lib/metrics-format.ts';

/** The metrics of this process, or of all processes of its parent. */
export interface MetricsText {
  text(format: MetricsFormat): Promise<string>;
}

export async function getMetrics(
  { metrics }: { readonly metrics: MetricsText },
  context: ContextOf<'getMetrics'>,
): Promise<TextAnswer<'text/plain'> | TextAnswer<'application/openmetrics-text'>> {
  const text = await metrics.text(preferredFormat(context.accept));
  context.setHeader('vary', 'accept');
  const format = formatOf(text);
  return format === 'openmetrics' ? new TextAnswer(contentTypeOf[format], text) : new TextAnswer(contentTypeOf[format], text);
}
