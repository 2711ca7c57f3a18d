import type { ContextOf } from '../../../access/request-context.ts';
import type { FillIn } from '../../../config/installation.ts';
import { readContractDocument } from '../../../pages/contract-document.ts';
import { howToBuild } from '../../../pages/not-built.ts';

export interface OperatorDocumentDependencies {
  readonly fillIn: FillIn;
}

/** Answers the contract of this listener, as it holds for this installation. */
export function operatorDocument({ fillIn }: OperatorDocumentDependencies) {
  const document = readContractDocument('openapi.operator.json', fillIn);
  return (context: ContextOf<'getOperatorDocument'>): Record<string, unknown> => {
    if (!document) throw context.problem('unavailable', { detail: `The contract's documents are not built. ${howToBuild}` });
    return document;
  };
}
