/** Configures Eleventy, which makes the documentation site from the Markdown in `docs/` and from the contract. */
import { readFile } from 'node:fs/promises';
import type { CollectionApi, UserConfig } from '@11ty/eleventy';
import { parse } from 'yaml';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { attemptErrorTable, readAttemptErrors } from '../../spec/generate/attempt-errors.ts';
import { scopeTable } from '../../spec/generate/expand/scopes-and-limits.ts';
import { readInstallation } from '../../spec/generate/installation.ts';
import { limitTexts, readLimits } from '../../spec/generate/limits.ts';
import { readProblems } from '../../spec/generate/problems.ts';
import { requestForm } from '../../spec/generate/request-form.ts';
import { filledChangelog, readChangelog, readFormerReleases, releaseTexts } from '../../spec/generate/releases.ts';
import { Contract } from './contract.ts';
import { diagrams } from './diagrams/pictures.ts';
import { markdownRenderer, sectionsOf, slug, wordsOf } from './markdown.ts';
import { menu, operatorMenu } from './menu.ts';
import { type GeneratedPage, operationPage, ordersExample, rateLimitTable, referenceIndex } from './operation-page.ts';
import { readFormerContracts, releaseList } from './releases.ts';
import { SdkSources } from './sdk/declarations.ts';
import { pythonReferencePages } from './sdk/python-pages.ts';
import { sdkReferencePages } from './sdk/reference-pages.ts';
import { methods, operatorMethods } from '../../sdk/src/generated/methods.ts';
import { deliveryExample, eventIndex, eventPages, problemIndex, problemPages } from './spec-pages.ts';

const contract = await Contract.read('generated/openapi.json');
const operators = await Contract.read('generated/openapi.operator.json');
const registry = await readProblems('spec/problems.yaml');
const attemptErrors = await readAttemptErrors('spec/attempt-errors.yaml');
const limits = limitTexts(await readLimits('spec/limits.yaml'));
const changelog = filledChangelog(await readChangelog('spec/changelog.yaml'), limits);
const formers = await readFormerContracts(changelog);
const formerReleases = await readFormerReleases('spec/former', changelog);
const scopes = parse(await readFile('spec/scopes.yaml', 'utf8')) as Readonly<Record<string, readonly string[]>>;
const mark = (await readFile('console/src/mark.svg', 'utf8')).trim();
const installation = Object.keys(await readInstallation('spec/installation.yaml'));

/** Limits and releases by the names that pages have in braces. */
const texts = new Map([...limits, ...releaseTexts(changelog)].map(([name, { shown }]) => [name, shown] as const));

/** The parts of each recipe, in the order in which a request passes them. */
const receiverParts = [
  '- **Body**: the signature covers the bytes that the service sent. The receiver reads them before anything parses them.',
  '- **Secret**: `SVC_WEBHOOK_SECRET` is the signing secret of your endpoint. Keep it out of your code.',
  '- **Check**: it compares the signature, and refuses a timestamp more than 300 seconds away, so that nobody can send a captured delivery again later.',
  '- **Response**: 204 means that you have the event, so store it first. Any delivery that fails the check gets 400.',
].join('\n');

/** Lists by the names that pages have in braces. */
const lists: Readonly<Record<string, () => string>> = {
  problem_index: () => problemIndex(registry),
  event_index: () => eventIndex(contract),
  reference_index: () => referenceIndex(contract, false),
  operator_index: () => referenceIndex(operators, true),
  rate_limit_table: () => rateLimitTable(contract),
  receiver_parts: () => receiverParts,
  orders_example: () => ordersExample(contract),
  delivery_example: () => deliveryExample(contract),
  attempt_error_table: () => attemptErrorTable(attemptErrors),
  scope_table: () => scopeTable(scopes),
  release_list: () => releaseList(changelog, contract, formers, formerReleases),
};

function filled(markdown: string): string {
  return markdown.replace(/\{(\w+)\}/g, (whole, name: string) => lists[name]?.() ?? texts.get(name) ?? whole);
}

/** The service replaces the placeholders of an installation. They are single words meanwhile, because colouring a sample splits braces. */
const placeholders = new RegExp(`\\{(${[...installation, 'docs_home'].join('|')})\\}`, 'g');
const hidden = (text: string) => text.replace(placeholders, 'placeholder__$1__');
const shown = (text: string) => text.replace(/placeholder__(\w+?)__/g, '{$1}');

/** The README of a package, without its heading and its section for developers of the package. */
async function readme(path: string, folder: string, title: string, description: string): Promise<GeneratedPage> {
  const text = await readFile(`${folder}/README.md`, 'utf8');
  return { path, title, description, markdown: text.replace(/^# .*\n+/, '').replace(/^## How it is made$.*/ms, '') };
}

const generated: readonly GeneratedPage[] = [
  ...contract.operations.map((operation) => operationPage(contract, operation, false, formers)),
  ...operators.operations.map((operation) => operationPage(operators, operation, true)),
  ...problemPages(registry, contract, operators),
  ...eventPages(contract, formers),
  ...sdkReferencePages(new SdkSources(), [
    { contract, isOperators: false, names: methods },
    { contract: operators, isOperators: true, names: operatorMethods },
  ]),
  ...pythonReferencePages(methods, operatorMethods),
  await readme(
    'sdk',
    'sdk',
    'SDK for TypeScript',
    'Typed client and webhook verification for Node and other runtimes with fetch and WebCrypto.',
  ),
  await readme('sdk-python', 'sdk/python', 'SDK for Python', 'Typed client and webhook receivers for Python 3.10 or later.'),
  await readme('cli', 'cli', 'Command line', 'svc: read, receive, replay and operate from a terminal.'),
];

interface PageData {
  readonly page: { readonly filePathStem: string };
}

interface Item {
  readonly data: { readonly path: string; readonly title: string; readonly description: string; readonly group?: string };
  readonly rawInput: string;
}

const pathOf = ({ page }: PageData) => page.filePathStem.replace(/^\/(?:site\/templates\/)?/, '');
const isOperators = (path: string) => path === 'operator' || path.startsWith('operator/');
const operatorGuides = operatorMenu.flatMap(({ paths }) => paths);
const isForOperators = (path: string) => isOperators(path) || operatorGuides.includes(path);

/** Removes the marks for tests, such as `file="receiver.ts"`, and shows the text of a diagram. Samples keep their titles. */
const withoutMarks = (markdown: string) =>
  markdown
    .replace(/^!\[([^\]]*)\]\(diagram:\w+\)$/gm, 'Diagram: $1')
    .replace(/^(```\w+) (.*)$/gm, (_line, fence: string, marks: string) => {
      const title = /title="[^"]*"/.exec(marks)?.[0];
      return title === undefined ? fence : `${fence} ${title}`;
    });

/** The Markdown of a page as it is read by itself, with its title. */
const markdownOf = ({ data, rawInput }: Item) => `# ${data.title}\n\n${withoutMarks(filled(rawInput)).trim()}`;

// Braces in pages are no templates.
export const config = { markdownTemplateEngine: false };

export default function configure(eleventy: UserConfig): void {
  eleventy.setTemplateFormats(['md', 'njk']);
  eleventy.setLayoutsDirectory('site/layouts');
  eleventy.ignores.add('docs/site/layouts/**');
  eleventy.ignores.add('docs/built/**');
  // Pages for developers.
  eleventy.ignores.add('docs/decisions/**');
  eleventy.ignores.add('docs/data.md');
  eleventy.setLibrary('md', markdownRenderer(diagrams(texts)));
  eleventy.addPreprocessor('filled', 'md', (_data, content) => hidden(filled(content)));
  eleventy.addTransform('shown', shown);
  eleventy.addGlobalData('layout', 'page.njk');
  eleventy.addGlobalData('site', contract.document.info.title);
  eleventy.addGlobalData('changelog', changelog);
  eleventy.addGlobalData(
    'requests',
    JSON.stringify(requestForm(contract.document as unknown as ContractDocument, changelog.releases[0]!.name), null, 2),
  );
  for (const { name, contract: former } of formers) {
    eleventy.addGlobalData(`contract${name}`, JSON.stringify(former.document, null, 2));
    eleventy.addTemplate(`openapi.${name}.njk`, `{{ contract${name} | safe }}`, {
      layout: null,
      permalink: `docs/openapi.${name}.json`,
    });
  }
  eleventy.addGlobalData('eleventyComputed', {
    path: pathOf,
    isOperators: (data: PageData) => isOperators(pathOf(data)),
  });
  eleventy.addGlobalData('permalink', () => (data: PageData) => {
    const path = pathOf(data);
    return path === 'index' ? 'docs.html' : `docs/${path}.html`;
  });

  for (const { path, markdown, ...data } of generated) eleventy.addTemplate(`${path}.md`, markdown, data);

  // In the order of the menu. The other pages are in the order of their paths, because the dates of files vary.
  const order = [...menu, ...operatorMenu].flatMap(({ paths }) => paths);
  const positionOf = ({ data }: Item) => (order.includes(data.path) ? order.indexOf(data.path) : order.length);
  const pagesOf = (all: readonly Item[]) =>
    all
      .filter(({ data }) => /^[^{]/.test(data.title) && data.path !== 'search')
      .sort((a, b) => positionOf(a) - positionOf(b) || (a.data.path < b.data.path ? -1 : 1));
  const inSections = (all: readonly Item[], sections: typeof menu) => {
    const items = new Map(pagesOf(all).map((item) => [item.data.path, item]));
    const rest = [...items.keys()].filter(
      (path) => !order.includes(path) && !/^(reference|problems|events|operator|sdk-reference|sdk-python-reference)\//.test(path),
    );
    if (rest.length > 0) throw new Error(`menu.ts does not name: ${rest.join(', ')}`);
    return sections.map(({ title, paths }) => ({
      title,
      items: paths.map((path) => {
        const item = items.get(path);
        if (!item) throw new Error(`menu.ts names ${path}, which is no page`);
        return item;
      }),
    }));
  };
  const templates = (api: CollectionApi) => api.getAll<Item>().filter(({ data }) => data.title !== undefined);
  eleventy.addCollection('pages', (api) => pagesOf(templates(api)));
  eleventy.addCollection('publicPages', (api) => pagesOf(templates(api)).filter(({ data }) => !isForOperators(data.path)));
  eleventy.addCollection('operatorPages', (api) => pagesOf(templates(api)).filter(({ data }) => isForOperators(data.path)));
  eleventy.addCollection('menu', (api) => inSections(templates(api), menu));
  eleventy.addCollection('operatorMenu', (api) => inSections(templates(api), operatorMenu));
  const referenceOf = (source: Contract, folder: string) => (api: CollectionApi) =>
    source.document.tags
      .map((tag) => ({
        title: tag['x-displayName'] ?? tag.name,
        items: templates(api).filter(({ data }) => data.path.startsWith(`${folder}/`) && data.group === tag.name),
      }))
      .filter(({ items }) => items.length > 0);
  eleventy.addCollection('reference', referenceOf(contract, 'reference'));
  eleventy.addCollection('operatorReference', referenceOf(operators, 'operator'));

  eleventy.addGlobalData('mark', mark.replace('<svg ', '<svg class="mark" aria-hidden="true" focusable="false" '));
  eleventy.addGlobalData('markUrl', `data:image/svg+xml;base64,${Buffer.from(mark).toString('base64')}`);
  eleventy.addGlobalData('currentRelease', changelog.releases[0]!.name);
  eleventy.addFilter('markdown', markdownOf);
  eleventy.addFilter('slug', slug);
  eleventy.addFilter('neighbours', (sections: readonly { readonly items: readonly Item[] }[], path: string) => {
    const items = sections.flatMap((section) => section.items);
    const index = items.findIndex(({ data }) => data.path === path);
    return index < 0 ? undefined : { previous: items[index - 1], next: items[index + 1] };
  });
  eleventy.addFilter('headings', (raw: string | undefined) =>
    sectionsOf(filled(raw ?? '')).flatMap(({ heading }) => (heading === null ? [] : [heading])),
  );
  eleventy.addFilter('searchIndex', (items: readonly Item[]) =>
    JSON.stringify(
      items.flatMap(({ data, rawInput }) =>
        sectionsOf(shown(filled(rawInput))).map(({ heading, text }) => ({
          path: data.path === 'index' ? '' : `/${data.path}`,
          title: data.title,
          heading: heading ?? '',
          slug: heading === null ? '' : slug(heading),
          text: wordsOf(text).slice(0, 1_000),
        })),
      ),
    ),
  );
  eleventy.addPassthroughCopy({ 'docs/site/assets': 'docs/assets' });
  eleventy.addPassthroughCopy({ 'console/src/style/tokens.css': 'docs/assets/tokens.css' });
  eleventy.addPassthroughCopy({ 'node_modules/minisearch/dist/es/index.js': 'docs/assets/minisearch.js' });
}
