import { describe, expect, test } from 'vitest';
import { startCollector } from './collector.ts';
import { newContext } from './traced-requests.ts';
import { openTracingWith } from './open-with.ts';

const mediaTypes: Readonly<Record<string, string>> = { 'http/protobuf': 'application/x-protobuf', 'http/json': 'application/json' };
const cases = Object.keys(mediaTypes).flatMap((protocol) => ['none', 'gzip'].map((compression) => ({ protocol, compression })));

describe.each(cases)('with the protocol $protocol and the compression $compression', ({ protocol, compression }) => {
  test('a collector gets the same spans', async () => {
    const collector = await startCollector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod%C3%BCction',
    };
    const tracing = await openTracingWith(env);
    const caller = newContext();
    const request = tracing.begin({ name: 'GET /v1/fans', kind: 'server' }, caller.traceparent)!;
    request.set({ 'http.response.status_code': 503, 'agency_service.problem': 'unavailable', 'agency_service.limit': -2.5 });
    tracing.within(request, () => tracing.child({ name: 'select fans', kind: 'client' })!.end());
    request.end('503');
    await tracing.close();
    try {
      const [child, parent] = await collector.traceWith(caller.traceId, 'GET /v1/fans');
      expect(parent).toMatchObject({
        kind: 'server',
        spanId: request.logFields.span_id,
        isError: true,
        attributes: {
          'http.response.status_code': 503,
          'agency_service.problem': 'unavailable',
          'agency_service.limit': -2.5,
          'error.type': '503',
        },
        resource: { 'service.name': 'agency-service', 'deployment.environment.name': 'prodüction', 'process.pid': process.pid },
      });
      expect(parent!.parentSpanId).toBe(caller.traceparent.split('-')[2]);
      expect(child).toMatchObject({ kind: 'client', name: 'select fans', parentSpanId: parent!.spanId, isError: false, attributes: {} });
      expect(collector.headers[0]).toMatchObject({ 'content-type': mediaTypes[protocol]!, 'x-collector-key': 'a secret' });
      expect(collector.headers[0]!['content-encoding']).toBe(compression === 'gzip' ? 'gzip' : undefined);
      expect([...tracing.counts]).toEqual([
        ['exported', 2],
        ['dropped', 0],
        ['failed', 0],
      ]);
    } finally {
      await collector.close();
    }
  });
});
