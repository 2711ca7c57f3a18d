import { readFileSync } from 'node:fs';
import type { TraceSettings } from '../config/trace-settings.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Loads the packages of OpenTelemetry only if traces are exported. */
export async function openTracing(settings: TraceSettings | undefined): Promise<Tracing> {
  if (!settings) return noTracing;
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  const { OTLPTraceExporter } =
    settings.protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const { OtelTracing } = await import('./otel-tracing.ts');
  return new OtelTracing(settings, new OTLPTraceExporter(), version);
}
