import { type ContractDocument, operationsOf, resolve, type Reply } from './contract.ts';

/** Names of components: answers by status, headers by name. */
interface CommonAnswers {
  responses: Record<string, string>;
  headers: Record<string, string>;
  privateHeaders: Record<string, string>;
}

const refsTo = (kind: 'headers' | 'responses', names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { $ref: `#/components/${kind}/${name}` }]));

/** Adds to every operation what `x-common-answers` says that all of them have. */
export function withCommonAnswers(document: ContractDocument): ContractDocument {
  const { 'x-common-answers': declared, ...contract } = structuredClone(document);
  const { responses, headers, privateHeaders } = declared as CommonAnswers;
  for (const { object } of operationsOf(contract)) {
    // Kept in the order of the statuses, which is that of JavaScript for such names.
    Object.assign(object.responses, refsTo('responses', responses));
    for (const [status, response] of Object.entries(object.responses)) {
      const reply = resolve<Reply>(contract, response);
      const isPrivate = object['x-access'] !== 'open' || status >= '400';
      Object.assign((reply.headers ??= {}), refsTo('headers', headers), isPrivate ? refsTo('headers', privateHeaders) : {});
    }
  }
  return contract;
}
