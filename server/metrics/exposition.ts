import { Registry, type RegistryContentType } from 'prom-client';
import { contentTypeOf, type MetricsFormat } from '../lib/metrics-format.ts';

/** The metrics of a registry, in the form that processes exchange. */
export type MetricFamilies = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
type Family = MetricFamilies[number];

/** The declared types of prom-client lack the parameter of the constructor. */
export function registryOf(contentType: RegistryContentType): Registry<RegistryContentType> {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(contentType);
  return registry;
}

/** OpenMetrics requires a decimal point in the bounds of buckets. */
function withPoint(value: Family['values'][number]): Family['values'][number] {
  const { le } = value.labels;
  return Number.isInteger(le) ? { ...value, labels: { ...value.labels, le: `${le!}.0` } } : value;
}

/**
 * Writes the families of one or several processes. Each text needs a new registry, because writing OpenMetrics shortens the names of its counters.
 * `AggregatorRegistry` of prom-client is not used: it drops exemplars.
 */
export function expositionOf(families: MetricFamilies, format: MetricsFormat): Promise<string> {
  const registry = registryOf(contentTypeOf[format]);
  for (const alike of Map.groupBy(families, ({ name }) => name).values()) {
    const values = alike.flatMap((family) => family.values);
    const family = { ...alike[0]!, values: format === 'openmetrics' ? values.map(withPoint) : values, get: () => family };
    registry.registerMetric(family as never);
  }
  return registry.metrics();
}
