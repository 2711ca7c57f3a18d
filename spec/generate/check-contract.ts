import { checkNumbers } from './check-numbers.ts';
import { type ContractDocument, type ContractOperation, operationsOf, resolve, type Schema } from './contract.ts';
import { checkPlaceholders, type InstallationFile } from './installation.ts';
import { problemsOf, type ProblemRegistry } from './problems.ts';

/** The ages of counted requests are stored as microseconds in 32 bits. */
const longestWindowSeconds = 2_000;

/** What the contract must say of itself, so that what is made from it can be trusted. Throws all that is wrong at once. */
export function checkContract(document: ContractDocument, registry: ProblemRegistry, installation: InstallationFile): void {
  const complaints = [
    ...operationsOf(document).flatMap((operation) => [
      ...checkAccess(operation).map((complaint) => `${operation.id}: ${complaint}`),
      ...checkProblems(operation, registry).map((complaint) => `${operation.id}: ${complaint}`),
    ]),
    ...checkDiscriminators(document),
    ...checkUnanswered(document, registry),
    ...checkNumbers(document),
    ...checkPlaceholders(document, registry, installation),
  ];
  if (complaints.length > 0) throw new Error(`The contract contradicts itself:\n${complaints.join('\n')}`);
}

function checkAccess({ object, parameters }: ContractOperation): string[] {
  const complaints: string[] = [];
  const access = object['x-access'];
  const isInternal = object['x-internal'] === true;
  if (isInternal ? access === 'key' : access === 'operator') complaints.push('x-internal goes with x-access: operator or open');
  if ((access === 'key') !== (object['x-rate-limit'] !== undefined)) complaints.push('x-rate-limit and x-access: key go together');
  if (access === 'key' && object['x-scope'] === undefined) complaints.push('x-scope is missing');
  if (access !== 'key' && object['x-scope']) complaints.push('x-scope needs x-access: key');
  if ((object['x-rate-limit']?.window_seconds ?? 0) > longestWindowSeconds)
    complaints.push('x-rate-limit: its window is too long to store');
  if (object['x-retry'] !== 'safe' && object['x-retry'] !== 'never') complaints.push('x-retry is missing');
  const repeatProblem = object['x-repeat-problem'];
  if (repeatProblem !== undefined && (object['x-retry'] !== 'safe' || !object['x-problems']?.includes(repeatProblem))) {
    complaints.push('x-repeat-problem is one of x-problems, and goes with x-retry: safe');
  }
  const takesQuery = parameters.some((parameter) => parameter.in === 'query');
  if (takesQuery === (object['x-unknown-parameters'] === 'ignore')) {
    complaints.push('x-unknown-parameters: ignore stands where there are no query parameters, and nowhere else');
  }
  return complaints;
}

/** The statuses of the problems and those of the declared answers are the same. */
function checkProblems({ object, responses }: ContractOperation, registry: ProblemRegistry): string[] {
  const slugs = problemsOf(registry, object);
  const expected = new Set(slugs.map((slug) => String(registry.problems[slug]?.status)));
  const declared = new Set(Object.keys(responses).filter((status) => status >= '400'));
  return [
    ...slugs
      .filter((slug) => !declared.has(String(registry.problems[slug]?.status)))
      .map((slug) => `${slug} has no response ${registry.problems[slug]?.status}`),
    ...[...declared].filter((status) => !expected.has(status)).map((status) => `the response ${status} belongs to no problem`),
  ];
}

/** The mapping of a union repeats the constants of its branches. */
function checkDiscriminators(document: ContractDocument): string[] {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as Record<string, Schema>);
  return schemas.flatMap(([name, { discriminator, oneOf }]) => {
    if (discriminator === undefined) return [];
    const { propertyName, mapping = {} } = discriminator;
    const expected = Object.fromEntries(
      (oneOf ?? []).map((branch) => {
        const tag = resolve<Schema>(document, branch).properties?.[propertyName];
        return [String(tag?.const ?? tag?.enum?.[0]), branch.$ref];
      }),
    );
    const isEqual = JSON.stringify(Object.entries(expected).sort()) === JSON.stringify(Object.entries(mapping).sort());
    return isEqual ? [] : [`${name}: the discriminator's mapping and the constants of its branches differ`];
  });
}

/** A problem that is not reserved is one that an operation can answer. */
function checkUnanswered(document: ContractDocument, registry: ProblemRegistry): string[] {
  const answered = new Set(operationsOf(document).flatMap(({ object }) => problemsOf(registry, object)));
  return Object.entries(registry.problems)
    .filter(([slug, { reserved }]) => reserved !== true && !answered.has(slug))
    .map(([slug]) => `${slug}: no operation answers this problem`);
}
