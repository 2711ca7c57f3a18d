import { readFileSync } from 'node:fs';
import type { TraceSettings } from '../config/trace-settings.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Loads the packages of OpenTelemetry only where traces are exported. */
export async function openTracing(settings: TraceSettings | undefined): Promise<Tracing> {
  if (!settings) return noTracing;
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  const [{ OtelTracing }, { openExporter }] = await Promise.all([import('./otel-tracing.ts'), import('./open-exporter.ts')]);
  return new OtelTracing(settings, await openExporter(settings), version);
}
