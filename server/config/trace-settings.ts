import { ConfigError } from './config-error.ts';
import type { Environment } from './setting-files.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const protocols = ['http/protobuf', 'http/json'] as const;

/** Where and which traces are exported. The variables are those of OpenTelemetry, with its defaults. */
export interface TraceSettings {
  /** Where batches of spans are sent to. */
  readonly url: string;
  readonly protocol: (typeof protocols)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly compression: 'none' | 'gzip';
  /** `ratio` is the share of traces that the samplers by ratio record. */
  readonly sampler: { readonly name: (typeof samplers)[number]; readonly ratio: number };
  /** Attributes of every span of the service. */
  readonly resource: Readonly<Record<string, string>>;
  /** How many spans wait at most, how many are sent together, and how long the first one waits for others. */
  readonly queue: { readonly most: number; readonly batch: number; readonly delayMs: number };
}

function read<Value>(env: Environment, variable: string, accepted: string, parse: (text: string) => Value | undefined): Value | undefined {
  const text = env[variable]?.trim();
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  // Each of these may contain a secret: of a URL, a header, or of another program that reads the same variable.
  if (value === undefined) throw new ConfigError(variable, 'has a value that is not valid', accepted);
  return value;
}

const oneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (text: string) =>
    choices.find((choice) => choice === text);

function urlOf(text: string): URL | undefined {
  const url = /^https?:\/\/[^\s/]/i.test(text) ? URL.parse(text) : null;
  return url && !url.hash ? url : undefined;
}

/** Pairs as in `OTEL_RESOURCE_ATTRIBUTES`: comma-separated, values percent-encoded. */
function pairsOf(text: string): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (name === undefined) return undefined;
    try {
      pairs[name] = decodeURIComponent(value!);
    } catch {
      return undefined;
    }
  }
  return pairs;
}

const isHeader = ([name, value]: [string, string]) => /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);

function headersOf(text: string): Record<string, string> | undefined {
  const pairs = pairsOf(text);
  return pairs && Object.entries(pairs).every(isHeader) ? pairs : undefined;
}

const acceptedUrl = 'an absolute http or https URL, for example http://localhost:4318';
const acceptedPairs = 'comma-separated pairs such as name=value, values percent-encoded';

/** Where spans go: the path of traces is added to the address of all signals. */
function exportUrl(env: Environment): string | undefined {
  const own = read(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', acceptedUrl, urlOf);
  if (own) return own.href;
  const common = read(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', acceptedUrl, urlOf);
  if (!common) return undefined;
  common.pathname = `${common.pathname.replace(/\/+$/, '')}/v1/traces`;
  return common.href;
}

function wholeNumber(env: Environment, variable: string, most: number, fallback: number): number {
  const parse = (text: string) => (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most ? Number(text) : undefined);
  return read(env, variable, `a whole number from 1 to ${most}`, parse) ?? fallback;
}

/** A setting of the exporter, which the variable for traces overrides. */
function ofExporter<Value>(
  env: Environment,
  name: string,
  accepted: string,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  return read(env, `OTEL_EXPORTER_OTLP_TRACES_${name}`, accepted, parse) ?? read(env, `OTEL_EXPORTER_OTLP_${name}`, accepted, parse);
}

function ratioOf(text: string): number | undefined {
  const ratio = /^(\d*\.)?\d+(e-\d+)?$/i.test(text) ? Number(text) : undefined;
  return ratio !== undefined && ratio <= 1 ? ratio : undefined;
}

/** Undefined where no address of a collector is set, or traces are switched off; then no other variable is read. */
export function readTraceSettings(env: Environment): TraceSettings | undefined {
  const url = exportUrl(env);
  if (url === undefined || env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined;
  if (read(env, 'OTEL_TRACES_EXPORTER', 'otlp or none', oneOf(['otlp', 'none'])) === 'none') return undefined;
  const timeoutMs = (text: string) => (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= 600_000 ? Number(text) : undefined);
  const most = wholeNumber(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 100_000, 2_048);
  const resource = read(env, 'OTEL_RESOURCE_ATTRIBUTES', acceptedPairs, pairsOf);
  const serviceName = env['OTEL_SERVICE_NAME']?.trim() || resource?.['service.name'] || 'agency-service';
  return {
    url,
    protocol: ofExporter(env, 'PROTOCOL', protocols.join(' or '), oneOf(protocols)) ?? 'http/protobuf',
    headers: ofExporter(env, 'HEADERS', acceptedPairs, headersOf) ?? {},
    timeoutMs: ofExporter(env, 'TIMEOUT', 'milliseconds, a whole number from 1 to 600000', timeoutMs) ?? 10_000,
    compression: ofExporter(env, 'COMPRESSION', 'gzip or none', oneOf(['gzip', 'none'])) ?? 'none',
    sampler: {
      name: read(env, 'OTEL_TRACES_SAMPLER', samplers.join(', '), oneOf(samplers)) ?? 'parentbased_always_on',
      ratio: read(env, 'OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', ratioOf) ?? 1,
    },
    resource: { ...resource, 'service.name': serviceName },
    queue: {
      most,
      batch: Math.min(most, wholeNumber(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 100_000, 512)),
      delayMs: wholeNumber(env, 'OTEL_BSP_SCHEDULE_DELAY', 600_000, 5_000),
    },
  };
}
