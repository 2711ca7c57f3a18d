import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationFiller } from '../../server/config/installation.ts';
import { operatorDocument, publicDocument } from '../../spec/generate/audience.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { withKnownValues } from './documents.ts';
import type { Seed } from './seed.ts';
import { NotPrepared } from '../support/python-environment.ts';
import { prepareSchemathesis, runSchemathesis, type Verdict } from './schemathesis-command.ts';
import { startFuzzedService } from './service.ts';

const folder = '.cache/fuzz';

function write(name: string, content: object): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** The keys by which Schemathesis knows two agencies. */
function identities({ key, otherKey }: Seed): object {
  const identity = (name: string, token: string) => ({ name, fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }] });
  return { auth: [identity('agency', key), identity('other agency', otherKey)] };
}

interface Wish {
  /** Options of `schemathesis run`. */
  readonly options: readonly string[];
  /** For each half. */
  readonly timeLimitMs: number | undefined;
}

/** Tests both listeners against their halves of the contract, each for itself. */
async function fuzz({ options, timeLimitMs }: Wish, signal: AbortSignal): Promise<Verdict[]> {
  const contract = JSON.parse(readFileSync('generated/openapi.internal.json', 'utf8')) as ContractDocument;
  mkdirSync(folder, { recursive: true });
  const { service, seed, close } = await startFuzzedService();
  try {
    write('identities', identities(seed));
    const fillIn = installationFiller(service.config);
    const documentOf = (half: ContractDocument) => withKnownValues(fillIn(half), seed.known, seed.knownByOperation);
    const common = { options, timeLimitMs, signal, secrets: { FUZZ_OPERATOR_TOKEN: service.operatorToken } };
    const halves = [
      { name: 'public', url: service.baseUrl, document: write('public', documentOf(publicDocument(contract))) },
      { name: 'operator', url: service.operatorUrl, document: write('operator', documentOf(operatorDocument(contract))) },
    ];
    const verdicts: Verdict[] = [];
    for (const { name, ...half } of halves) {
      const verdict = signal.aborted ? 'failed' : await runSchemathesis({ ...half, ...common });
      console.log(`The ${name} half: ${verdict}`);
      verdicts.push(verdict);
    }
    return verdicts;
  } finally {
    await close();
  }
}

/** Takes `--time-limit SECONDS` out of the options. */
function wishOf(given: readonly string[]): Wish {
  const index = given.indexOf('--time-limit');
  if (index < 0) return { options: given, timeLimitMs: undefined };
  const seconds = Number(given[index + 1]);
  if (!(seconds > 0)) throw new Error('--time-limit needs a number of seconds');
  return { options: given.toSpliced(index, 2), timeLimitMs: seconds * 1_000 };
}

/** The exit code where a half has found nothing, but was not finished. */
const notJudged = 3;

function exitCodeOf(verdicts: readonly Verdict[]): number {
  if (verdicts.includes('failed')) return 1;
  return verdicts.includes('not judged') ? notJudged : 0;
}

/**
 * `--prepare` only installs Schemathesis, `--time-limit SECONDS` ends each half after that time. Every other option is
 * one of `schemathesis run`.
 */
async function main(): Promise<number> {
  const options = process.argv.slice(2);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
  try {
    prepareSchemathesis();
    return options.includes('--prepare') ? 0 : exitCodeOf(await fuzz(wishOf(options), stopping.signal));
  } catch (error) {
    if (!(error instanceof NotPrepared)) throw error;
    console.error(`Schemathesis is not available: ${error.message}`);
    return 1;
  }
}

process.exitCode = await main();
