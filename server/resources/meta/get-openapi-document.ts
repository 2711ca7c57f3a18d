import type { ContextOf } from '../../access/request-context.ts';
import { readContractDocument } from '../../pages/contract-document.ts';
import { howToBuild } from '../../pages/not-built.ts';
import type { MetaDependencies } from './dependencies.ts';

/** Answers the public contract, as it holds for this installation. */
export function openapiDocument({ fillIn }: Pick<MetaDependencies, 'fillIn'>) {
  const document = readContractDocument('openapi.json', fillIn);
  return (context: ContextOf<'getOpenapiDocument'>): Record<string, unknown> => {
    if (!document) throw context.problem('unavailable', { detail: `The contract's documents are not built. ${howToBuild}` });
    return document;
  };
}
