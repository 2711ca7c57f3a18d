import { Counter, Gauge, Histogram } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentTypeOf, preferredFormat } from '../../server/lib/metrics-format.ts';
import { expositionOf, registryOf } from '../../server/metrics/exposition.ts';
import type { Tracing } from '../../server/tracing/tracing.ts';
import { creator, order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { newContext, partsOf } from '../tracing/traced-requests.ts';
import { readOpenMetrics } from './open-metrics-reader.ts';
import { openTracingWith } from '../tracing/open-with.ts';

/** What Prometheus 3 sends. */
const ofPrometheus =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';

describe('the format of /metrics', () => {
  it.each([
    [undefined, 'prometheus'],
    ['*/*', 'prometheus'],
    ['text/plain', 'prometheus'],
    [ofPrometheus, 'openmetrics'],
    ['application/openmetrics-text', 'openmetrics'],
    ['Application/OpenMetrics-Text; Version="1.0.0"', 'openmetrics'],
    ['application/openmetrics-text;version=0.0.1', 'prometheus'],
    ['application/openmetrics-text;q=0', 'prometheus'],
    ['application/openmetrics-text;q=0.3, text/plain;q=0.5', 'prometheus'],
    ['application/openmetrics-text;q=5, application/*', 'prometheus'],
    [',;q=,application/openmetrics-text;;,', 'openmetrics'],
  ] as const)('of the header %j is %s', (accept, format) => {
    expect(preferredFormat(accept)).toBe(format);
  });
});

describe('/metrics', () => {
  let tracing: Tracing;
  let service: TestService;
  let receiver: Receiver;
  let agency: TestAgency;
  const caller = newContext();

  const metrics = async (accept: string) => {
    const response = await fetch(`${service.operatorUrl}/metrics`, {
      headers: { authorization: `Bearer ${service.operatorToken}`, accept },
    });
    return { type: response.headers.get('content-type'), vary: response.headers.get('vary'), text: await response.text() };
  };
  const record = (id: string, traceparent: string) =>
    fetch(`${service.operatorUrl}/operator/v1/agencies/${agency.id}/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ records: [order(id, 'c1')] }),
    });

  beforeAll(async () => {
    receiver = await startReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER: 'parentbased_always_off' };
    tracing = await openTracingWith(env);
    service = await startService({ tracing });
    agency = await service.createAgency();
    await agency.ingest([creator('c1')]);
    const body = { url: receiver.url, enabled_event_types: ['order.created'] };
    await service.request('POST', '/v1/webhooks', { key: agency.key, body });
    await record('untraced', newContext('00').traceparent);
    await record('traced', caller.traceparent);
    await receiver.waitFor(2, 10_000);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([tracing.close(), receiver.close()]);
  });

  it('is in OpenMetrics if Accept prefers it, with the trace of sampled requests and attempts alone', async () => {
    const { type, vary, text } = await metrics(ofPrometheus);
    expect({ type, vary }).toEqual({ type: contentTypeOf.openmetrics, vary: expect.stringMatching(/\baccept\b/i) as string });
    const samples = readOpenMetrics(text);
    const exemplars = samples.filter(({ exemplar }) => exemplar);
    expect(new Set(exemplars.map(({ family }) => family))).toEqual(
      new Set([
        'service_request_duration_seconds',
        'service_delivery_attempt_duration_seconds',
        'service_delivery_first_attempt_delay_seconds',
        'service_delivery_latency_seconds',
      ]),
    );
    for (const { exemplar } of exemplars) {
      expect([...exemplar!.labels.keys()]).toEqual(['trace_id', 'span_id']);
      expect(exemplar!.labels.get('trace_id')).toBe(caller.traceId);
      expect(exemplar!.timestamp).toBeGreaterThan(1_700_000_000);
    }
    const spanOf = (family: string) => exemplars.find((sample) => sample.family === family)!.exemplar!.labels.get('span_id');
    const traced = receiver.received.find(({ event }) => event.data['id'] === 'traced')!;
    expect(spanOf('service_delivery_latency_seconds')).toBe(partsOf(traced.headers.traceparent).spanId);
    const request = exemplars.find(({ family }) => family === 'service_request_duration_seconds')!;
    expect(Object.fromEntries(request.labels)).toMatchObject({ operation: 'ingestRecords', status: '200' });
    expect(spanOf('service_request_duration_seconds')).not.toBe(spanOf('service_delivery_latency_seconds'));
  });

  it('shows the same series in both formats, whichever was read before', async () => {
    const first = await metrics('text/plain');
    const open = readOpenMetrics((await metrics('application/openmetrics-text')).text);
    const second = await metrics('*/*');
    expect([first.type, second.type]).toEqual([contentTypeOf.prometheus, contentTypeOf.prometheus]);
    expect(first.text).not.toMatch(/# EOF|trace_id/);
    const namesOf = (text: string) => [...text.matchAll(/^([a-zA-Z_:][\w:]*)[{ ]/gm)].map(([, name]) => name!);
    // A metric may get its first series between two of them.
    const names = [namesOf(first.text), open.map(({ name }) => name), namesOf(second.text)].map((each) => new Set(each));
    expect(names[0]!.size).toBeGreaterThan(50);
    expect([...names[0]!].filter((name) => !names[1]!.has(name))).toEqual([]);
    expect([...names[1]!].filter((name) => !names[2]!.has(name))).toEqual([]);
  });
});

describe.each(['prometheus', 'openmetrics'] as const)('the metrics of several processes in the format %s', (format) => {
  const families = (process: number) => {
    const registry = registryOf(contentTypeOf.openmetrics);
    registry.setDefaultLabels({ process: String(process) });
    const registers = [registry];
    new Counter({ name: 'a_total', help: 'A count of \\ and\nlines.', registers }).inc();
    new Gauge({ name: 'b', help: 'B.', registers }).set(NaN);
    const durations = new Histogram({ name: 'c', help: 'C.', buckets: [0.5, 1], enableExemplars: true, registers });
    durations.observe({ value: 0.7, exemplarLabels: { trace_id: `t${process}` } });
    return registry.getMetricsAsJSON();
  };

  it('have each description once, with the samples of all below it', async () => {
    const text = await expositionOf([await families(1), await families(2)].flat(), format);
    expect(text.match(/^# HELP \w+/gm)).toEqual([format === 'openmetrics' ? '# HELP a' : '# HELP a_total', '# HELP b', '# HELP c']);
    for (const process of [1, 2]) {
      expect(text).toContain(`\na_total{process="${process}"} 1\n`);
      expect(text).toContain(`\nb{process="${process}"} Nan\n`);
    }
    if (format === 'prometheus') return expect(text).not.toMatch(/# EOF|trace_id/);
    const samples = readOpenMetrics(text);
    expect(samples).toHaveLength(2 * (1 + 1 + 5));
    expect(samples.flatMap(({ exemplar }) => exemplar?.labels.get('trace_id') ?? [])).toEqual(['t1', 't2']);
  });
});
