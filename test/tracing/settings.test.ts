import * as conventions from '@opentelemetry/semantic-conventions';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import * as attributes from '../../server/tracing/attributes.ts';
import { openTracing } from '../../server/tracing/open-tracing.ts';
import { noTracing } from '../../server/tracing/tracing.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (env: Readonly<Record<string, string>>) => readConfig(env, false).traces;

describe('without the address of a collector', () => {
  it('is off, whatever the other variables say', async () => {
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
    expect(read(endpoint)).toEqual({
      url: 'http://collector:4318/v1/traces',
      protocol: 'http/protobuf',
      headers: {},
      timeoutMs: 10_000,
      compression: 'none',
      sampler: { name: 'parentbased_always_on', ratio: 1 },
      resource: { 'service.name': 'agency-service' },
      queue: { most: 2_048, batch: 512, delayMs: 5_000 },
    });
  });

  it('reads the standard variables, those for traces first', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one%2Ctwo, x-tenant = a',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '3000',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
      OTEL_SERVICE_NAME: 'messaging',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=pro%20duction',
      OTEL_BSP_MAX_QUEUE_SIZE: '100',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
    };
    expect(read(env)).toEqual({
      url: 'https://collector/otlp/v1/traces',
      protocol: 'http/json',
      headers: { 'x-key': 'one,two', 'x-tenant': 'a' },
      timeoutMs: 3_000,
      compression: 'gzip',
      sampler: { name: 'parentbased_traceidratio', ratio: 0.01 },
      resource: { 'service.name': 'messaging', 'deployment.environment.name': 'pro duction' },
      queue: { most: 100, batch: 100, delayMs: 1_000 },
    });
    expect(read({ ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in' })!.url).toBe('https://traces/in');
    expect(read({ ...env, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' })!.protocol).toBe('http/protobuf');
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=%zz-hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=a%0Ahunter2'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'name'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '-1'],
  ])('refuses %s=%s in one line, without its value', (variable, value) => {
    let message = '';
    try {
      read({ ...endpoint, [variable]: value });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(new RegExp(`^${variable} has a value that is not valid; accepted: .+$`));
    expect(message).not.toContain('hunter2');
  });
});

it('the attributes have the names of the semantic conventions', () => {
  const standard = Object.entries(attributes).filter(([constant]) => constant.startsWith('ATTR_'));
  expect(standard.length).toBeGreaterThan(10);
  for (const [constant, name] of standard) expect((conventions as Record<string, unknown>)[constant], constant).toBe(name);
});
