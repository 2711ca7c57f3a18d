import { type AttemptErrors, attemptErrorTexts } from '../attempt-errors.ts';
import { limitOf, type Limits, limitsOf, limitTexts } from '../limits.ts';
import { type ChangelogFile, formersDownTo, releaseTexts } from '../releases.ts';
import type { SdkMethods } from '../sdk-methods.ts';
import { Answers, type HeaderFrame } from './answers.ts';
import { Complaints, type SourceFile } from './source-file.ts';
import { Examples } from './examples.ts';
import { checkHiddenIds } from './hidden-ids.ts';
import { itemsOf, type Members, membersOf } from './members.ts';
import { expandedPath, type OperationContext, type OperationFrame, expandedParameter } from './operations.ts';
import { DeclaredProblems, problemComponents } from './problems.ts';
import { expandedSchema, type SchemaFrame } from './schemas.ts';
import { checkForReaders } from './readers.ts';
import { SourceFiles } from './source-files.ts';
import { checkScopesAreAsked, rateLimitTable, scopesOf, scopeTexts } from './scopes-and-limits.ts';
import { checkExtensions } from './vocabulary.ts';
import { type DeliveryFrame, expandedWebhooks } from './webhooks.ts';

/** Everything around what authors write, from `frame.yaml`. */
type Frame = OperationFrame & SchemaFrame & { readonly headers: HeaderFrame; readonly delivery: Omit<DeliveryFrame, 'path'> };

/** The contract's files as OpenAPI, by full path, and the files of which they were made. */
export interface ExpandedContract {
  readonly contents: ReadonlyMap<string, unknown>;
  readonly sources: SourceFiles;
}

/**
 * Reads the files in the folder of `entry` and makes plain OpenAPI of them: what follows from what an author says of an operation
 * stands in the expanded files alone. Throws everything that is wrong with what authors wrote, with file and line;
 * with `sdkMethods` also operations that none of them calls. `release` is the name of a former release, in whose forms it is made.
 */
export async function expandContract(
  entry: string,
  changelog: ChangelogFile,
  sdkMethods?: SdkMethods,
  release?: string,
): Promise<ExpandedContract> {
  const sources = await SourceFiles.read(entry, formersDownTo(changelog, release));
  const complaints = new Complaints();
  const numbers = sources.named('limits.yaml');
  const limits = limitsOf(numbers.content, (name, text) => complaints.add(numbers, [name], `${name}: ${text}`));
  complaints.throwAll();
  sources.fill(new Map([...releaseTexts(changelog, release), ...limitTexts(limits)]));
  sources.fill(attemptErrorTexts(sources.named('attempt-errors.yaml').content as unknown as AttemptErrors));

  const scopes = sources.named('scopes.yaml');
  const operatorScopes = sources.named('operator-scopes.yaml');
  const problems = new DeclaredProblems(sources.named('problems.yaml'), complaints);
  const known = {
    scopes: new Set(scopesOf(scopes)),
    operatorScopes: new Set(scopesOf(operatorScopes)),
    slugs: new Set(Object.keys(problems.bySlug)),
  };
  for (const file of sources.all) checkExtensions(file, known, complaints);
  checkForReaders(sources, sdkMethods, complaints);
  checkHiddenIds(sources, complaints);
  checkScopesAreAsked('x-scope', scopes, sources, complaints);
  checkScopesAreAsked('x-operator-scope', operatorScopes, sources, complaints);
  complaints.throwAll();

  const texts = [...scopeTexts(scopes), ...scopeTexts(operatorScopes, 'operator_')];
  sources.fill(new Map([...texts, ['rate_limit_table', rateLimitTable(sources, limits)]]));
  const contents = contentsOf(sources, problems, limits, complaints);
  complaints.throwAll();
  return { contents, sources };
}

function contentsOf(files: SourceFiles, problems: DeclaredProblems, limits: Limits, complaints: Complaints): Map<string, unknown> {
  const { content, path } = files.named('frame.yaml');
  const frame = { ...content, path } as unknown as Frame;
  const answers = new Answers(files.named('responses.yaml'), problems, frame.headers);
  const examples = new Examples(files, complaints);
  const tags = itemsOf(files.named('openapi.yaml').content['tags']).map(membersOf);
  const filterValues = limitOf(limits, 'filter_values');
  const context: OperationContext = {
    files,
    frame,
    problems,
    answers,
    examples,
    complaints,
    internalTags: new Set(tags.filter((tag) => tag['x-internal'] === true).map(({ name }) => name)),
    defaults: { rateRequests: limitOf(limits, 'rate_requests'), rateWindowSeconds: limitOf(limits, 'rate_window_seconds'), filterValues },
  };
  const contents = new Map(files.all.map((file) => [file.path, expanded(file)]));
  contents.set(files.named('responses.yaml').path, answers.components);
  answers.checkUse(complaints);
  return contents;

  function expanded(file: SourceFile): unknown {
    const [folder] = file.name.split('/');
    if (file.name === 'openapi.yaml') {
      const { components, ...document } = file.content;
      return { ...document, webhooks: expandedWebhooks({ ...frame.delivery, path }, files, file), components };
    }
    if (file.name === 'problems.yaml') return problemComponents(problems);
    if (file.name === 'parameters.yaml') return each(file, (parameter) => expandedParameter(parameter, filterValues));
    if (folder === 'paths') return each(file, (item, name) => expandedPath(context, file, [name], item));
    if (folder === 'schemas') {
      return each(file, (schema, name) => examples.whole(file, expandedSchema(files, frame, file, schema), [name]));
    }
    return file.content;
  }
}

function each({ content }: SourceFile, expanded: (member: Members, name: string) => unknown): Members {
  return Object.fromEntries(Object.entries(content).map(([name, member]) => [name, expanded(membersOf(member), name)]));
}
