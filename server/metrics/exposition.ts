import { Registry, type RegistryContentType } from 'prom-client';
import { contentTypeOf, type MetricsFormat } from '../lib/metrics-format.ts';

/** The metrics that registries have, as other processes get them. */
export type MetricFamilies = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
type Family = MetricFamilies[number];

/** The declared types of prom-client lack the parameter of the constructor. */
export function registryOf(contentType: RegistryContentType): Registry<RegistryContentType> {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(contentType);
  return registry;
}

/** OpenMetrics wants bounds of buckets with a decimal point, so that a bound has one form everywhere. */
function withPoint(value: Family['values'][number]): Family['values'][number] {
  const { le } = value.labels;
  return Number.isInteger(le) ? { ...value, labels: { ...value.labels, le: `${le!}.0` } } : value;
}

/**
 * One text of the families of one process or several. Each text has a registry of its own: one that has written OpenMetrics keeps the names of its counters
 * shortened. The registry for clusters of prom-client would leave out exemplars.
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
