import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inChild, kindOfFailure, noTracing, type Tracing } from '../../server/tracing/tracing.ts';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase } from '../../server/orm/database.ts';
import { createTestDatabase } from '../support/database.ts';
import { startCollector, type Collector } from './collector.ts';
import { openTracingWith } from './open-with.ts';

let collector: Collector;
let tracing: Tracing;
beforeAll(async () => {
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20' };
  tracing = await openTracingWith(env);
});
afterAll(async () => {
  await tracing.close();
  await collector.close();
});

describe('the active span', () => {
  it('is that of the caller, through whatever it awaits', async () => {
    const [first, second] = [tracing.begin({ name: 'first' })!, tracing.begin({ name: 'second' })!];
    const seen = await Promise.all(
      [first, second].map((span) =>
        tracing.within(span, async () => {
          await nextTurn();
          return tracing.active()?.traceparent;
        }),
      ),
    );
    expect(seen).toEqual([first.traceparent, second.traceparent]);
    expect(tracing.active()).toBeUndefined();
  });

  it('is none once it has ended, and outside', () => {
    const span = tracing.begin({ name: 'ended' })!;
    tracing.within(span, () => {
      tracing.within(undefined, () => expect(tracing.active()).toBeUndefined());
      span.end();
      expect(tracing.active()).toBeUndefined();
      expect(tracing.child({ name: 'late' })).toBeUndefined();
    });
  });

  it('of a bound callback is the one at its binding, or none, whatever calls it', () => {
    const [first, second] = [tracing.begin({ name: 'first' })!, tracing.begin({ name: 'second' })!];
    const ofFirst = tracing.within(first, () => tracing.bind(() => tracing.active()?.traceparent));
    const ofNone = tracing.bind(() => tracing.active()?.traceparent);
    tracing.within(second, () => {
      expect(ofFirst()).toBe(first.traceparent);
      expect(ofNone()).toBeUndefined();
    });
  });
});

it('a statement that waits for a connection is in the span of its caller, and its failure has the code of PostgreSQL', async () => {
  const database = await createTestDatabase();
  const pool = openWorkerPool(database.url, 1, () => undefined, Object.assign(new Set<never>(), { tracing }));
  try {
    const callers = Array.from({ length: 6 }, (_, number) => ({
      number,
      span: number % 2 ? tracing.begin({ name: 'caller' })! : undefined,
    }));
    await Promise.all(
      callers.map(({ number, span }) => tracing.within(span, () => pool.query({ name: `statement-${number}`, text: 'SELECT 1 AS one' }))),
    );
    const failing = tracing.begin({ name: 'failing' })!;
    await tracing.within(failing, () => expect(pool.query({ text: 'SELECT 1 / 0 AS one FROM agencies' })).rejects.toThrow());
    for (const span of [...callers.map((each) => each.span), failing]) span?.end();
    await collector.traceWith(failing.logFields.trace_id, 'failing');
    const parents = collector.spans
      .filter(({ name }) => name.startsWith('statement-'))
      .map(({ name, parentSpanId }) => [name, parentSpanId]);
    const traced = callers.filter(({ span }) => span).map(({ number, span }) => [`statement-${number}`, span!.logFields.span_id]);
    expect(parents.toSorted()).toEqual(traced.toSorted());
    const failed = collector.spans.find(({ parentSpanId, isError }) => parentSpanId === failing.logFields.span_id && isError)!;
    expect(failed).toMatchObject({ name: 'SELECT agencies', attributes: { 'error.type': '22012', 'db.collection.name': 'agencies' } });
  } finally {
    await pool.close();
    await database.drop();
  }
});

it('a read from a replica is in the span of its caller', async () => {
  const database = await createTestDatabase();
  const opened = openDatabase(database.url, [database.url], 2, {}, Object.assign(new Set<never>(), { tracing }));
  try {
    const caller = tracing.begin({ name: 'reader' })!;
    await tracing.within(caller, () => opened.replica.query({ name: 'read-one', text: 'SELECT 1 AS one' }));
    caller.end();
    const trace = await collector.traceWith(caller.logFields.trace_id, 'reader');
    expect(trace.find(({ name }) => name === 'read-one')!.parentSpanId).toBe(caller.logFields.span_id);
  } finally {
    await opened.close();
    await database.drop();
  }
});

describe('work in a child', () => {
  it('ends its span with the kind of its failure, never the message', async () => {
    const parent = tracing.begin({ name: 'parent' })!;
    const work = tracing.within(parent, () => inChild(tracing, { name: 'work' }, () => Promise.reject(new TypeError('hunter2'))));
    await expect(work).rejects.toThrow('hunter2');
    parent.end();
    const trace = await collector.traceWith(parent.logFields.trace_id, 'parent');
    expect(trace.find(({ name }) => name === 'work')).toMatchObject({ isError: true, attributes: { 'error.type': 'TypeError' } });
    expect(collector.bodies.join('')).not.toContain('hunter2');
  });

  it.each([
    [Object.assign(new Error('x'), { code: '23505' }), '23505'],
    [new RangeError('x'), 'RangeError'],
    [Object.assign(new Error('x'), { name: 'with hunter2 in it' }), 'Error'],
    ['thrown text', 'Error'],
    [undefined, 'Error'],
  ])('%s is of the kind %s', (error, kind) => {
    expect(kindOfFailure(error)).toBe(kind);
  });

  it('runs alone without tracing', async () => {
    expect(await inChild(noTracing, { name: 'work' }, (span) => Promise.resolve(span))).toBeUndefined();
  });
});
