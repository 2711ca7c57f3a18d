import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config/trace-settings.ts';

/** The exporter of the protocol. Only its packages are loaded. */
export async function openExporter({ protocol, url, headers, timeoutMs, compression }: TraceSettings): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs, compression: compression as never });
}
