/** The formats of `/metrics`: the classic text of Prometheus, and OpenMetrics, which has exemplars. */
export type MetricsFormat = 'prometheus' | 'openmetrics';

export const contentTypeOf = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const satisfies Record<MetricsFormat, string>;

interface MediaRange {
  readonly type: string;
  readonly version: string | undefined;
  readonly quality: number;
}

function rangesOf(accept: string): MediaRange[] {
  return accept.split(',').map((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const parameter = (name: string) => parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    const quality = Number(parameter('q') ?? 1);
    return { type: type!, version: parameter('version')?.replaceAll('"', ''), quality: quality >= 0 && quality <= 1 ? quality : 0 };
  });
}

/** OpenMetrics where the caller names its version 1.0.0, or no version, and prefers nothing over it; else the classic format. */
export function preferredFormat(accept: string | undefined): MetricsFormat {
  const ranges = rangesOf(accept ?? '');
  const best = (isMeant: (range: MediaRange) => boolean) => Math.max(0, ...ranges.filter(isMeant).map(({ quality }) => quality));
  const openMetrics = best(
    ({ type, version }) => type === 'application/openmetrics-text' && (version === undefined || version === '1.0.0'),
  );
  const classic = best(({ type }) => type === 'text/plain' || type === 'text/*');
  return openMetrics > 0 && openMetrics >= classic ? 'openmetrics' : 'prometheus';
}
