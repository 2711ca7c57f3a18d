import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificate } from '../test/delivery/destination-certificate.ts';
import { profiled, shareOfFiles } from './cpu-profile.ts';
import { publish, type Published } from './delivery-publish.ts';
import { Receiver } from './delivery-receiving.ts';
import { full, quick, saturating } from './delivery-shapes.ts';
import { openSide } from './delivery-side.ts';
import { median } from './quantile.ts';
import { thisCheckout } from './service.ts';
import { Stops } from './stops.ts';

/**
 * What tracing costs: `npm run bench:tracing -- [--rounds 9] [--quick]`. The service runs without traces, with one trace in a hundred and
 * with every trace, in turns under the same load, in an order that changes from round to round. Each turn is a new process with a new
 * database, because two equal processes differ by several percent as long as they run. The second line without traces shows by how much
 * equal ones differ. Finally, a profile shows which share of the CPU the code of traces has: a machine that is slower for a while does not change
 * that share. `--quick` shows that everything runs; its figures say nothing.
 */
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, quick: { type: 'boolean', default: false } },
});
const rounds = options.quick ? 1 : Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${options.rounds} is not valid; accepted: a whole number from 1`);
const effort = options.quick ? quick : full;
const shape = effort.reduce(saturating);
const codeOfTraces = /@opentelemetry|server\/tracing|attempt-span|statement-span|trace-request|exemplars/;

interface Collector {
  readonly url: string;
  readonly exports: number;
  close(): void;
}

/** Accepts exports without reading them. It is in the process of the generator, whose CPU is not shown. */
async function startCollector(): Promise<Collector> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get exports() {
      return count;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const sampled = (url: string, ratio: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: ratio,
});

/** Of a few deliveries, the CPU may be too little to be counted. */
const percent = (share: number) => (Number.isFinite(share) ? `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)} %` : '–');

/** The median of the rounds, and how each round differs from the one without traces. */
function lineOf(name: string, measured: readonly Published[], without: readonly Published[]): string {
  const figures = (['serviceCpu', 'databaseCpu'] as const).map((part) => {
    const values = measured.map((round) => round[part]);
    const differences = values.map((value, round) => value / without[round]![part] - 1);
    const spread = `${percent(Math.min(...differences))} to ${percent(Math.max(...differences))}`;
    const difference = measured === without ? '' : ` (${percent(median(differences))}, ${spread})`;
    return `${part === 'serviceCpu' ? 'service' : 'database'} ${median(values).toFixed(3)} s${difference}`;
  });
  const elsewhere = Math.max(...measured.map(({ elsewherePercent }) => elsewherePercent));
  return `${name.padEnd(16)} ${figures.join(', ')}; other processes up to ${elsewhere.toFixed(0)} %`;
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

async function run(stops: Stops): Promise<void> {
  const scratch = await stops.keep(
    () => mkdtemp(join(tmpdir(), 'agency-service-bench-')),
    (path) => rm(path, { recursive: true, force: true }),
  );
  const certificatePath = join(scratch, 'receiver.pem');
  writeFileSync(certificatePath, certificate);
  const receiver = await stops.keep(
    () => Receiver.start(),
    (started) => started.stop(),
  );
  const collector = await stops.keep(startCollector, async (started) => started.close());
  const side = await openSide('service', thisCheckout, { receiver, certificatePath, stops });
  const variants = [
    { name: 'without traces', env: {} },
    { name: '… again', env: {} },
    { name: '1 % of traces', env: sampled(collector.url, '0.01') },
    { name: 'every trace', env: sampled(collector.url, '1') },
  ].map((variant) => ({ ...variant, rounds: [] as Published[] }));
  console.log(`${availableParallelism()} cores, medians of ${rounds} rounds; s: CPU seconds per 1,000 deliveries`);
  for (let round = 0; round < rounds; round++) {
    for (const [turn, { env, rounds: figures }] of rotated(variants, round).entries()) {
      const deployment = await side.deploy(`service_${round}_${turn}`, ['all'], env);
      await publish(side, deployment, shape, effort);
      figures.push(await publish(side, deployment, shape, effort));
      await deployment.stop();
    }
  }
  for (const { name, rounds: figures } of variants) console.log(lineOf(name, figures, variants[0]!.rounds));
  for (const { name, env } of variants.slice(2)) {
    const directory = join(scratch, name.replaceAll(/\W+/g, '-'));
    const begunAt = performance.now();
    const deployment = await side.deploy(`profile_${name[0]}`, ['all'], { ...env, ...profiled(directory) });
    await publish(side, deployment, shape, effort);
    const warmMs = performance.now() - begunAt;
    for (let round = 0; round < effort.rounds; round++) await publish(side, deployment, shape, effort);
    await deployment.stop();
    console.log(
      `${name.padEnd(16)} ${(shareOfFiles(directory, codeOfTraces, warmMs) * 100).toFixed(1)} % of the CPU in the code of traces`,
    );
  }
  console.log(`${collector.exports} exports`);
}

const stops = new Stops();
stops.endOnSignals();
try {
  await run(stops);
} finally {
  await stops.end();
}
