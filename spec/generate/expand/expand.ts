import { type AttemptErrors, attemptErrorTexts } from '../attempt-errors.ts';
import { checkLimits, limitOf, type Limits, limitsOf, limitTexts } from '../limits.ts';
import { type ChangelogFile, formersDownTo, releaseTexts } from '../releases.ts';
import type { SdkMethods } from '../sdk-methods.ts';
import { ContractErrors, type SourceFile } from './source-file.ts';
import { expandExample } from './examples.ts';
import { checkHiddenIds } from './hidden-ids.ts';
import { itemsOf, type Members, membersOf } from './members.ts';
import { expandParameter, expandPath, type OperationContext, type OperationFrame } from './operations.ts';
import { DeclaredProblems, problemComponents } from './problems.ts';
import { type HeaderFrame, Responses } from './responses.ts';
import { expandSchema, type SchemaFrame } from './schemas.ts';
import { checkDocumentation } from './check-documentation.ts';
import { SourceFiles } from './source-files.ts';
import { checkScopesAreUsed, rateLimitTable, scopesOf, scopeTexts } from './scopes-and-limits.ts';
import { checkExtensions } from './extensions.ts';
import { type DeliveryFrame, expandWebhooks } from './webhooks.ts';

/** The content of `frame.yaml`. */
type Frame = OperationFrame & SchemaFrame & { readonly headers: HeaderFrame; readonly delivery: Omit<DeliveryFrame, 'path'> };

/** The contract's files as OpenAPI, by full path, and their sources. */
export interface ExpandedContract {
  readonly contents: ReadonlyMap<string, unknown>;
  readonly sources: SourceFiles;
}

/**
 * Reads the files in the folder of `entry` and expands them to plain OpenAPI. Throws all errors in them, with file and line; with
 * `sdkMethods` also operations without a method. `release` is the name of a former release; default: the newest.
 */
export async function expandContract(
  entry: string,
  changelog: ChangelogFile,
  sdkMethods?: SdkMethods,
  release?: string,
): Promise<ExpandedContract> {
  const sources = await SourceFiles.read(entry, formersDownTo(changelog, release));
  const errors = new ContractErrors();
  const numbers = sources.named('limits.yaml');
  const limits = limitsOf(numbers.content);
  checkLimits(limits, (name, text) => errors.add(numbers, [name], `${name}: ${text}`));
  errors.throwAll();
  sources.fill(new Map([...releaseTexts(changelog, release), ...limitTexts(limits)]));
  sources.fill(attemptErrorTexts(sources.named('attempt-errors.yaml').content as unknown as AttemptErrors));

  const scopes = sources.named('scopes.yaml');
  const operatorScopes = sources.named('operator-scopes.yaml');
  const problems = new DeclaredProblems(sources.named('problems.yaml'), errors);
  const known = {
    scopes: new Set(scopesOf(scopes)),
    operatorScopes: new Set(scopesOf(operatorScopes)),
    slugs: new Set(Object.keys(problems.bySlug)),
  };
  for (const file of sources.all) checkExtensions(file, known, errors);
  checkDocumentation(sources, sdkMethods, errors);
  checkHiddenIds(sources, errors);
  checkScopesAreUsed('x-scope', scopes, sources, errors);
  checkScopesAreUsed('x-operator-scope', operatorScopes, sources, errors);
  errors.throwAll();

  const texts = [...scopeTexts(scopes), ...scopeTexts(operatorScopes, 'operator_')];
  sources.fill(new Map([...texts, ['rate_limit_table', { value: rateLimitTable(sources, limits) }]]));
  const contents = contentsOf(sources, problems, limits, errors);
  errors.throwAll();
  return { contents, sources };
}

function contentsOf(files: SourceFiles, problems: DeclaredProblems, limits: Limits, errors: ContractErrors): Map<string, unknown> {
  const { content, path } = files.named('frame.yaml');
  const frame = { ...content, path } as unknown as Frame;
  const responses = new Responses(files.named('responses.yaml'), problems, frame.headers);
  const tags = itemsOf(files.named('openapi.yaml').content['tags']).map(membersOf);
  const filterValues = limitOf(limits, 'filter_values');
  const context: OperationContext = {
    files,
    frame,
    problems,
    responses,
    errors,
    internalTags: new Set(tags.filter((tag) => tag['x-internal'] === true).map(({ name }) => name)),
    defaults: { rateRequests: limitOf(limits, 'rate_requests'), rateWindowSeconds: limitOf(limits, 'rate_window_seconds'), filterValues },
  };
  const contents = new Map(files.all.map((file) => [file.path, expanded(file)]));
  contents.set(files.named('responses.yaml').path, responses.components);
  responses.checkUse(errors);
  return contents;

  function expanded(file: SourceFile): unknown {
    const [folder] = file.name.split('/');
    if (file.name === 'openapi.yaml') {
      const { components, ...document } = file.content;
      return { ...document, webhooks: expandWebhooks({ ...frame.delivery, path }, files, file), components };
    }
    if (file.name === 'problems.yaml') return problemComponents(problems);
    if (file.name === 'parameters.yaml') return each(file, (parameter) => expandParameter(parameter, filterValues));
    if (folder === 'paths') return each(file, (item, name) => expandPath(context, file, [name], item));
    if (folder === 'schemas') {
      return each(file, (schema, name) => expandExample(context, file, expandSchema(files, frame, file, schema), [name]));
    }
    return file.content;
  }
}

function each({ content }: SourceFile, expanded: (member: Members, name: string) => unknown): Members {
  return Object.fromEntries(Object.entries(content).map(([name, member]) => [name, expanded(membersOf(member), name)]));
}
