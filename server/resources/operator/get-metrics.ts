import type { ContextOf } from '../../access/request-context.ts';

/** The metrics of this process, in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export function getMetrics({ metrics }: { readonly metrics: MetricsText }, context: ContextOf<'getMetrics'>): Promise<string> {
  context.setHeader('content-type', metrics.contentType);
  return metrics.text();
}
