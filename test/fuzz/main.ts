import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorDocument, publicDocument } from '../../spec/generate/audience.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { withKnownValues } from './documents.ts';
import type { Seed } from './seed.ts';
import { NotPrepared, prepareSchemathesis, runSchemathesis } from './schemathesis-command.ts';
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

/** Tests both listeners against their halves of the contract. Yields the exit code. */
async function fuzz(options: readonly string[], signal: AbortSignal): Promise<number> {
  const contract = JSON.parse(readFileSync('generated/openapi.internal.json', 'utf8')) as ContractDocument;
  mkdirSync(folder, { recursive: true });
  const { service, seed, close } = await startFuzzedService();
  try {
    write('identities', identities(seed));
    const documentOf = (half: ContractDocument) => withKnownValues(half, seed.known, seed.knownByOperation);
    const operatorHalf = operatorDocument(contract);
    operatorHalf.info = { ...operatorHalf.info, title: 'Operator API' };
    const common = { options, signal, secrets: { FUZZ_OPERATOR_TOKEN: service.operatorToken } };
    const halves = [
      { url: service.baseUrl, document: write('public', documentOf(publicDocument(contract))) },
      { url: service.operatorUrl, document: write('operator', documentOf(operatorHalf)) },
    ];
    let exitCode = 0;
    for (const half of halves) {
      if (!signal.aborted) exitCode = Math.max(exitCode, await runSchemathesis({ ...half, ...common }));
    }
    return exitCode;
  } finally {
    await close();
  }
}

/** `--prepare` only installs Schemathesis. Every other option is one of `schemathesis run`. */
async function main(): Promise<number> {
  const options = process.argv.slice(2);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
  try {
    prepareSchemathesis();
    return options.includes('--prepare') ? 0 : await fuzz(options, stopping.signal);
  } catch (error) {
    if (!(error instanceof NotPrepared)) throw error;
    console.error(`Schemathesis is not available: ${error.message}`);
    return 1;
  }
}

process.exitCode = await main();
