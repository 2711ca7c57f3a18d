import * as conventions from '@opentelemetry/semantic-conventions';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import * as attributes from '../../server/tracing/attributes.ts';
import { openTracing } from '../../server/tracing/open-tracing.ts';
import { noTracing } from '../../server/tracing/tracing.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (env: Readonly<Record<string, string>>) => readConfig(env, false).traces;

describe('without the address of a collector', () => {
  it('is off, whatever the values of other variables', async () => {
    const traces = read({ OTEL_TRACES_SAMPLER: 'of another program', OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(traces).toBeUndefined();
    expect(await openTracing(traces)).toBe(noTracing);
  });

  it.each<Readonly<Record<string, string>>>([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  ])('is off with %o too', (env) => {
    expect(read({ ...endpoint, ...env })).toBeUndefined();
  });
});

describe('with the address of a collector', () => {
  it('has the defaults of OpenTelemetry', () => {
    const defaults = { protocol: 'http/protobuf', sampler: { name: 'parentbased_always_on', ratio: 1 } };
    expect(read(endpoint)).toEqual(defaults);
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in' })).toEqual(defaults);
  });

  it('reads the standard variables, those for traces first', () => {
    const env = {
      ...endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    };
    expect(read(env)).toEqual({ protocol: 'http/json', sampler: { name: 'parentbased_traceidratio', ratio: 0.01 } });
    expect(read({ ...env, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' })!.protocol).toBe('http/protobuf');
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://hunter2'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('refuses %s=%s in one line that says what is accepted', (variable, value) => {
    let message = '';
    try {
      read({ ...endpoint, [variable]: value });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(new RegExp(`^${variable} (is "${value}"|has a value that is not valid); accepted: .+$`));
    expect(message).not.toContain('hunter2');
  });
});

it('the attributes have the names of the semantic conventions', () => {
  const standard = Object.entries(attributes).filter(([constant]) => constant.startsWith('ATTR_'));
  expect(standard.length).toBeGreaterThan(10);
  for (const [constant, name] of standard) expect((conventions as Record<string, unknown>)[constant], constant).toBe(name);
});
