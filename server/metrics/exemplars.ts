import { Registry, type RegistryContentType } from 'prom-client';
import type { TraceFields } from '../tracing/tracing.ts';

/** A registry whose histograms may have exemplars: prom-client allows them only while it is of OpenMetrics. */
export function registryWithExemplars(): Registry<RegistryContentType> {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

/** A duration, with the trace as its exemplar if there is one. */
export function observed(durationMs: number, trace: TraceFields | undefined) {
  const exemplarLabels: Record<string, string> = { ...trace };
  return { value: durationMs / 1000, exemplarLabels };
}
