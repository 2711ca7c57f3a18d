import type { AnswerInformation, Caller, CallOptions } from './call.ts';
import { checkedArguments } from './checks.ts';
import type { Operation } from './generated/operation.ts';
import { readEvents } from './live-events.ts';
import type { CallPromise } from './operation-types.ts';
import { paged, type Page } from './pages.ts';

type Given = Readonly<Record<string, unknown>>;

/** Operations by id. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** Names of methods by group, each with the id of its operation. */
type MethodNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Creates every method of a client from its name and its operation. Paginated lists get a second method, `listAll…`. */
export function bindMethods<Groups>(names: MethodNames, operations: OperationTable, caller: Caller): Groups {
  const groups = Object.entries(names).map(([group, members]) => {
    const bound = Object.entries(members).flatMap(([name, operationId]) => {
      const operation = operations[operationId];
      if (operation === undefined) throw new Error(`${group}.${name}: there is no operation ${operationId}`);
      const call = (given: Given = {}, options: CallOptions = {}): CallPromise<unknown> =>
        withResponse(options, (own) => caller.call(operationId, operation, given, own));
      const all = (given: Given = {}, options?: CallOptions): unknown => {
        const fullPages = { limit: operation.parameters['limit']?.maximum, ...dropUndefined(checkedArguments(given)) };
        return paged((cursor) => call({ ...fullPages, cursor }, options) as Promise<Page<unknown>>, {
          firstCursor: given['cursor'] as string | undefined,
          signal: options?.signal,
        });
      };
      const watch = async function* (given: Given = {}, options?: CallOptions) {
        yield* readEvents((await call(given, options)) as ReadableStream<Uint8Array>, options?.signal);
      };
      const methods: [string, unknown][] = [[name, operation.answers === 'stream' ? watch : call]];
      if (operation.paged) methods.push([name.replace(/^list/, 'listAll'), all]);
      return methods;
    });
    return [group, Object.freeze(Object.fromEntries(bound))] as const;
  });
  return Object.freeze(Object.fromEntries(groups)) as Groups;
}

/** Makes a call whose promise also returns its response. */
function withResponse(options: CallOptions, call: (options: CallOptions) => Promise<unknown>): CallPromise<unknown> {
  let response: AnswerInformation | undefined;
  const onAnswer = (answer: AnswerInformation): void => {
    response = answer;
    options.onAnswer?.(answer);
  };
  const result = call({ ...options, onAnswer });
  return Object.assign(result, {
    // A successful call has a response.
    withResponse: async () => ({ data: await result, response: response! }),
  });
}

/** Removes arguments that are undefined. */
function dropUndefined(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
