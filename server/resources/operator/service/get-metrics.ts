import { TextAnswer } from '../../../../generated/interfaces/text-answer.ts';

/** The metrics of this process, in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: `text/plain; ${string}`;
  text(): Promise<string>;
}

export async function getMetrics({ metrics }: { readonly metrics: MetricsText }): Promise<TextAnswer<'text/plain'>> {
  return new TextAnswer(metrics.contentType, await metrics.text());
}
