import type { Registry } from 'prom-client';
import { endOfMetrics, type MetricsFormat } from '../lib/metrics-format.ts';

interface Sample {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** The metric's own unless given. */
  readonly metricName?: string;
  readonly exemplar?: {
    readonly labelSet: Readonly<Record<string, string>>;
    readonly value: number;
    /** Seconds since 1970. */
    readonly timestamp: number;
  } | null;
}

/** A metric as a registry of `prom-client` reads it. */
export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly values: readonly Sample[];
}

const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}

/** Bounds of buckets and quantiles have a decimal point, so that a bound has one form everywhere. */
function labelText(name: string, value: string | number): string {
  const isBound = (name === 'le' || name === 'quantile') && typeof value === 'number';
  return escape(isBound && Number.isInteger(value) ? `${value}.0` : String(value));
}

function labelsText(labels: Sample['labels']): string {
  const given = Object.entries(labels).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return given.map(([name, value]) => `${name}="${labelText(name, value)}"`).join(',');
}

function sampleText(name: string, { value, labels, exemplar }: Sample): string {
  const text = labelsText(labels);
  const line = `${name}${text && `{${text}}`} ${numberText(value)}`;
  return exemplar ? `${line} # {${labelsText(exemplar.labelSet)}} ${numberText(exemplar.value)} ${exemplar.timestamp}` : line;
}

/** A counter's name is without `_total`, which each of its samples has. */
function familyText({ name, help, type, values }: ReadMetric): string {
  const isCounter = type === 'counter';
  const family = isCounter ? name.replace(/_total$/, '') : name;
  const head = [`# HELP ${family} ${escape(help)}`, `# TYPE ${family} ${String(type)}`];
  const samples = values.map((sample) => sampleText(isCounter ? `${family}_total` : (sample.metricName ?? name), sample));
  return [...head, ...samples, ''].join('\n');
}

/**
 * Metrics in the format OpenMetrics 1.0. That of `prom-client` has bounds in another form, and its registry, once it has written that
 * format, writes the classic one with the names of counters shortened.
 */
export function openMetricsText(metrics: readonly ReadMetric[]): string {
  return metrics.map(familyText).join('') + endOfMetrics;
}

/** What `/metrics` shows of a registry. */
export async function textOf(registry: Pick<Registry, 'getMetricsAsJSON' | 'metrics'>, format: MetricsFormat): Promise<string> {
  return format === 'openmetrics' ? openMetricsText(await registry.getMetricsAsJSON()) : registry.metrics();
}
