import { readFileSync } from 'node:fs';
import { snakeCase } from '../../../spec/generate/python.ts';
import { pageName } from '../contract.ts';
import { table } from '../members.ts';
import { fenced, firstSentence, type GeneratedPage } from '../operation-page.ts';

const root = 'sdk-python-reference';
const folder = 'sdk/python/src/agency_service';

/** A class, a function or an attribute of the package, with its docstring. */
interface Declared {
  readonly name: string;
  /** The class that has it; undefined for one of a module. */
  readonly of: string | undefined;
  readonly signature: string;
  readonly text: string;
}

const isPrivate = (name: string): boolean => name.startsWith('_');
const declarations =
  /^( {4})?(?:(?:async )?(?:def|class) (\w+)[^\n]*?(?:\((?:[^()]|\([^()]*\))*\))?(?: -> [^\n]+)?:|(\w+)(?::| =) [^\n]+)\n\1?(?: {4})?"""([^]*?)"""/gm;

/** What a module declares with a docstring, in its order. */
function declaredIn(module: string): Declared[] {
  const source = readFileSync(`${folder}/${module}.py`, 'utf8');
  let current: string | undefined;
  return [...source.matchAll(declarations)].flatMap(([whole, indent, defined, attribute, doc]) => {
    const name = (defined ?? attribute)!;
    const head = whole.slice(0, whole.lastIndexOf('"""', whole.length - 4)).replace(/\s*$/, '');
    if (indent === undefined) current = / *class /.test(head) ? name : undefined;
    const margin = `${indent ?? ''}${defined === undefined ? '' : '    '}`;
    const text = doc!.replaceAll(`\n${margin}`, '\n').trim();
    const shown = head
      .replace(/:$/, '')
      .replaceAll(`\n${indent ?? ''}`, '\n')
      .trim();
    if (isPrivate(name) || (indent !== undefined && current === undefined)) return [];
    return [{ name, of: indent === undefined ? undefined : current, signature: shown, text }];
  });
}

/** A docstring as Markdown: its arguments are a table. */
function textOf(doc: string): string {
  const [text, given = ''] = doc.split(/\n\nArgs:\n|^Args:\n/);
  const rows = given
    .split(/\n(?= {4}\w+: )/)
    .flatMap((row) => /^ {4}(\w+): ([^]*)$/.exec(row.replace(/\s*$/, ''))?.slice(1, 3) ?? [])
    .reduce<string[][]>(
      (all, part, index) =>
        index % 2 === 0 ? [...all, [`\`${part}\``]] : [...all.slice(0, -1), [...all.at(-1)!, part.replace(/\s+/g, ' ')]],
      [],
    );
  return rows.length === 0 ? text! : `${text}\n\n${table(['argument', 'meaning'], rows)}`;
}

const sectionOf = (title: string, { signature, text }: Declared): string =>
  [`${/\.[a-z]\w*$/.test(title) && /^[A-Z]/.test(title) ? '###' : '##'} ${title}`, fenced('python', signature), textOf(text)].join('\n\n');

const modules = [
  { name: 'client', modules: ['client', 'models'], about: 'The clients, their settings, objects of responses and pages.' },
  { name: 'errors', modules: ['errors', 'problems'], about: 'The exceptions, with one class for each problem.' },
  {
    name: 'webhooks',
    modules: ['webhooks', 'handlers', 'stores', 'testing'],
    about: 'Verification, receivers for web frameworks, stores, and test deliveries.',
  },
] as const;

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The reference of the package for Python, from the docstrings of its modules. */
export function pythonReferencePages(groups: Groups, operatorGroups: Groups): GeneratedPage[] {
  const edits = declaredIn('edits').filter(({ of }) => of === 'NoteEdits');
  const clients = [
    { base: root, up: '', groups, module: 'resources', client: 'client' },
    { base: `operator/${root}`, up: '../', groups: operatorGroups, module: 'operator_resources', client: 'operator' },
  ];
  const methodPages = clients.flatMap(({ base, module, client, groups: names }) => {
    const declared = declaredIn(module);
    return Object.keys(names).map((group): GeneratedPage => {
      const type = `${group[0]!.toUpperCase()}${group.slice(1)}Group`;
      const own = declared.find(({ name, of }) => name === type && of === undefined)!;
      const about = own.text;
      const methods = [...declared.filter(({ of }) => of === type), ...(/\(NoteEdits\)/.test(own.signature) ? edits : [])];
      return {
        path: `${base}/methods/${pageName(group)}`,
        title: `agency_service: ${client}.${snakeCase(group)}`,
        description: firstSentence(about),
        markdown: [
          about.replace(/\s+/g, ' '),
          'The asynchronous client has the same methods as coroutines, and lists for `async for`.',
          ...methods.map((method) => sectionOf(`${client}.${snakeCase(group)}.${method.name}`, method)),
        ].join('\n\n'),
      };
    });
  });
  const modulePages = modules.map(({ name, modules: files, about }): GeneratedPage => {
    const sections = files.flatMap((file) => [
      `From \`agency_service.${file}\`:`,
      // The functions of the other modules are for the package itself.
      ...declaredIn(file)
        .filter(({ of, signature }) => name === 'webhooks' || of !== undefined || !signature.startsWith('def '))
        .map((each) => sectionOf(each.of === undefined ? each.name : `${each.of}.${each.name}`, each)),
    ]);
    return { path: `${root}/${name}`, title: `agency_service: ${name}`, description: about, markdown: [about, ...sections].join('\n\n') };
  });
  const indexPages = clients.map(({ base, groups: names, client }): GeneratedPage => {
    const isOperators = client === 'operator';
    const rows = Object.entries(names).map(([group, methods]) => [
      `[\`${snakeCase(group)}\`](${root}/methods/${pageName(group)}.md)`,
      Object.keys(methods)
        .map((name) => `\`${snakeCase(name)}\``)
        .join(', '),
    ]);
    const intro = isOperators
      ? '`OperatorClient` and `AsyncOperatorClient` of `agency_service` have these methods.'
      : '[SDK for Python](sdk-python.md) introduces the package. An editor shows the same texts.';
    const others = isOperators ? [] : [modules.map(({ name, about }) => `- [${name}](${root}/${name}.md): ${about}`).join('\n')];
    return {
      path: base,
      title: isOperators ? 'SDK reference for operators in Python' : 'SDK reference for Python',
      description: isOperators
        ? 'Every method of the client of the operator API.'
        : 'Every method, class and function of the package for Python, from its docstrings.',
      markdown: [intro, ...others, '## Methods', table(['group', 'methods'], rows)].join('\n\n'),
    };
  });
  return [...indexPages, ...methodPages, ...modulePages];
}
