import type { Environment } from './setting-files.ts';
import { isHttpUrl, oneOf, readSetting } from './settings.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The exporter reads the other variables of OpenTelemetry by itself. */
export interface TraceSettings {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** `ratio`, from 0 to 1, applies to the samplers by ratio. */
  readonly sampler: { readonly name: (typeof samplers)[number]; readonly ratio: number };
}

function ratioOf(text: string): number | undefined {
  const ratio = /^(\d*\.)?\d+(e-\d+)?$/i.test(text) ? Number(text) : undefined;
  return ratio !== undefined && ratio <= 1 ? ratio : undefined;
}

/** Undefined if no collector is set, or traces are disabled. Then no other variable is read. */
export function readTraceSettings(env: Environment): TraceSettings | undefined {
  const accepted = 'an absolute http or https URL, for example http://localhost:4318';
  const urlIn = (variable: string) => readSetting(env, variable, accepted, (text) => (isHttpUrl(text) ? text : undefined));
  const url = urlIn('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? urlIn('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (url === undefined || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const protocols = ['http/protobuf', 'http/json'] as const;
  return {
    protocol: oneOf(
      env,
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
      protocols,
      oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', protocols, protocols[0]),
    ),
    sampler: {
      name: oneOf(env, 'OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
      ratio: readSetting(env, 'OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', ratioOf) ?? 1,
    },
  };
}
