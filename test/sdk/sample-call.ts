import { operations, type OperationId } from '../../generated/operations.ts';
import type { CallOptions } from '../../sdk/src/index.ts';
import { methods, operatorMethods } from '../../sdk/src/generated/methods.ts';
import { sampleRequest, type SampleIds } from '../support/sample-request.ts';

type Given = Record<string, unknown>;
type Bound = Record<string, Record<string, (given: Given, options?: CallOptions) => unknown>>;

/** Group and name of the method that calls an operation of the contract. */
export function methodOf(id: OperationId): { group: string; name: string } {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> =
    operations[id].listener === 'operator' ? operatorMethods : methods;
  for (const [group, names] of Object.entries(groups)) {
    const name = Object.keys(names).find((each) => names[each] === id);
    if (name) return { group, name };
  }
  throw new Error(`the SDK has no method for ${id}`);
}

/** The operation's sample request as the flat arguments of its method. */
export function argumentsOf(id: OperationId, ids: SampleIds): Given {
  const { path, query, body } = sampleRequest(id, ids);
  const segments = path.split('/').map(decodeURIComponent);
  const inPath = operations[id].path
    .split('/')
    .flatMap((segment, at) => (segment.startsWith('{') ? [[segment.slice(1, -1), segments[at]]] : []));
  return { ...Object.fromEntries(inPath), ...query, ...(body as Given | undefined) };
}

/** Calls the method of an operation. */
export async function callOperation(client: object, id: OperationId, given: Given, options?: CallOptions): Promise<unknown> {
  const { group, name } = methodOf(id);
  return (client as Bound)[group]![name]!(given, options);
}
