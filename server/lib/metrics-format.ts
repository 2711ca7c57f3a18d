/** The formats of `/metrics`: the classic text of Prometheus, and OpenMetrics, which has exemplars. */
export type MetricsFormat = 'prometheus' | 'openmetrics';

export const contentTypeOf = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const satisfies Record<MetricsFormat, string>;

/** OpenMetrics if the caller accepts its version 1.0.0, or no certain version, and prefers nothing over it; else the classic format. */
export function preferredFormat(accept = ''): MetricsFormat {
  let [openMetrics, classic] = [0, 0];
  for (const range of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    const parameter = (name: string) => parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    const quality = Number(parameter('q') ?? 1);
    if (!(quality >= 0 && quality <= 1)) continue;
    const isCurrent = ['1.0.0', '"1.0.0"', undefined].includes(parameter('version'));
    if (type === 'application/openmetrics-text' && isCurrent) openMetrics = Math.max(openMetrics, quality);
    if (type === 'text/plain' || type === 'text/*') classic = Math.max(classic, quality);
  }
  return openMetrics > 0 && openMetrics >= classic ? 'openmetrics' : 'prometheus';
}
