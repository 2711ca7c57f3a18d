import { methods } from '../contract.ts';
import { methodsFile, type SdkMethods } from '../sdk-methods.ts';
import type { ContractErrors, SourceFile } from './source-file.ts';
import { isMembers, itemsOf, type Members, membersOf, type Place } from './members.ts';
import type { SourceFiles } from './source-files.ts';

/** Reports operations without the members that their page, their samples and the SDK need. */
export function checkDocumentation(sources: SourceFiles, sdkMethods: SdkMethods | undefined, errors: ContractErrors): void {
  const tags = new Map(itemsOf(sources.named('openapi.yaml').content['tags']).map((tag) => [membersOf(tag)['name'], membersOf(tag)]));
  const operations = { public: new Set<unknown>(), operator: new Set<unknown>() };
  const shared = sources.named('parameters.yaml');
  for (const [name, parameter] of Object.entries(shared.content)) checkParameter(shared, [name], membersOf(parameter));
  for (const file of sources.all.filter(({ name }) => name.startsWith('paths/'))) {
    for (const [name, item] of Object.entries(file.content)) {
      checkParameters(file, [name, 'parameters'], membersOf(item)['parameters']);
      for (const method of methods) {
        const operation = membersOf(item)[method];
        if (isMembers(operation)) checkOperation(file, [name, method], operation);
      }
    }
  }
  for (const listener of ['public', 'operator'] as const) {
    for (const [id, place] of sdkMethods?.[listener] ?? []) {
      if (!operations[listener].has(id))
        errors.addAt(place, `${id} is not an operation of the ${listener} listener: remove it or correct its name`);
    }
  }

  function checkOperation(file: SourceFile, place: Place, operation: Members): void {
    const { operationId: id, tags: named, parameters, responses } = operation;
    for (const key of ['operationId', 'summary', 'description']) {
      if (!isText(operation[key])) errors.add(file, place, `${key} is missing: the operation's page and the SDK show it`);
    }
    const [name] = itemsOf(named);
    const tag = tags.get(name);
    if (!tag) {
      const known = [...tags.keys()].map(String).join(', ');
      errors.add(file, [...place, 'tags'], `${String(name)} is not a tag of openapi.yaml: ${known}. Use one of them, or add it there`);
    }
    checkParameters(file, [...place, 'parameters'], parameters);
    for (const [status, response] of Object.entries(membersOf(responses))) {
      if (isMembers(response) && !('$ref' in response) && !isText(response['description'])) {
        errors.add(file, [...place, 'responses', status], "description is missing: the operation's page shows it");
      }
    }
    const listener = tag?.['x-internal'] === true ? 'operator' : 'public';
    operations[listener].add(id);
    if (sdkMethods && tag && isText(id) && !sdkMethods[listener].has(id)) {
      errors.add(file, [...place, 'operationId'], `${id} has no method in the SDK: name one in ${methodsFile}, under \`${listener}\``);
    }
  }

  function checkParameters(file: SourceFile, place: Place, parameters: unknown): void {
    itemsOf(parameters).forEach((parameter, index) => checkParameter(file, [...place, index], membersOf(parameter)));
  }

  function checkParameter(file: SourceFile, place: Place, parameter: Members): void {
    if ('$ref' in parameter) return;
    const name = String(parameter['name']);
    if (!isText(parameter['description'])) errors.add(file, place, `${name}: description is missing: the operation's page shows it`);
    if (parameter['in'] === 'path' && parameter['example'] === undefined) {
      errors.add(file, place, `${name}: example is missing: the samples of the operation's page need it`);
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
