import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../process/database.ts';
import { createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, startProcess, waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { NotPrepared, preparePython } from '../support/python-environment.ts';
import { startReceiver } from '../support/receiver.ts';
import { bringInWith, newContext } from '../tracing/traced-requests.ts';
import { readOpenMetrics } from './open-metrics-reader.ts';
import { openTracingWith } from '../tracing/open-with.ts';

const environment = '.cache/monitoring/python';

function reasonToLeaveOut(): string | undefined {
  try {
    preparePython(environment, 'test/monitoring/requirements.txt');
    return undefined;
  } catch (error) {
    if (error instanceof NotPrepared) return error.message;
    throw error;
  }
}

const reason = reasonToLeaveOut();
const read = (script: string, input: string | Buffer) =>
  JSON.parse(execFileSync(`${environment}/bin/python`, [`test/monitoring/${script}`], { input, encoding: 'utf8', maxBuffer: 2 ** 26 }));

afterAll(endProcesses);

describe.skipIf(reason !== undefined)(`with programs of Python${reason === undefined ? '' : `: left out, ${reason}`}`, () => {
  test('prometheus_client reads the OpenMetrics of two processes, with exemplars', { timeout: 180_000 }, async () => {
    const [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
    const service = await startProcess({ ...database.env, PROCESSES: '2', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    try {
      const agency = await createAgency(service);
      await createEndpoint(service, agency.key, receiver.url);
      const caller = newContext();
      await bringInWith(service, agency.id, [order('o1', 'c1')], { traceparent: caller.traceparent });
      await receiver.waitFor(1, 20_000);
      const scrape = async (accept: string) => {
        const headers = { authorization: `Bearer ${service.operatorToken}`, accept };
        return (await fetch(`${service.operatorUrl}/metrics`, { headers })).text();
      };
      const has = async (trace: string) => (await scrape('application/openmetrics-text')).includes(trace);
      await waitUntil(() => has(caller.traceId), 'the exemplar of the request');
      const text = await scrape('application/openmetrics-text; version=1.0.0');
      const found = read('read_openmetrics.py', text);
      expect(found.samples).toBe(readOpenMetrics(text).length);
      expect(found.types).toMatchObject({
        process_cpu_seconds: 'counter',
        service_request_duration_seconds: 'histogram',
        service_process_restarts: 'counter',
      });
      const traced = (found.exemplars as { name: string; process: string; labels: Record<string, string> }[]).filter(
        ({ labels }) => labels.trace_id === caller.traceId,
      );
      expect(traced.map(({ name }) => name)).toContain('service_delivery_latency_seconds_bucket');
      for (const { process } of traced) expect(['1', '2']).toContain(process);
      expect(await scrape('text/plain')).toMatch(/^process_cpu_seconds_total\{process="0"\} /m);
    } finally {
      await service.exitAfter('SIGTERM');
      await Promise.all([receiver.close(), database.drop()]);
    }
  });

  test('opentelemetry-proto decodes what is exported in Protobuf', async () => {
    const bodies: Buffer[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks));
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tracing = await openTracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
    const caller = newContext();
    const span = tracing.begin({ name: 'GET /v1/fans', kind: 'server' }, caller.traceparent)!;
    span.set({ 'http.response.status_code': 503, 'agency_service.problem': 'unavailable' });
    span.end('503');
    await tracing.close();
    server.close();
    const { resourceSpans } = read('read_otlp.py', bodies[0]!);
    expect(resourceSpans[0].resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'agency-service' } });
    const [decoded] = resourceSpans[0].scopeSpans[0].spans;
    expect(Buffer.from(decoded.traceId, 'base64').toString('hex')).toBe(caller.traceId);
    expect(decoded).toMatchObject({ name: 'GET /v1/fans', kind: 'SPAN_KIND_SERVER', status: { code: 'STATUS_CODE_ERROR' } });
    expect(decoded.attributes).toEqual(
      expect.arrayContaining([
        { key: 'http.response.status_code', value: { intValue: '503' } },
        { key: 'agency_service.problem', value: { stringValue: 'unavailable' } },
        { key: 'error.type', value: { stringValue: '503' } },
      ]),
    );
  });
});
