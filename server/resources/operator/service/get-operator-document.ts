import document from '../../../../generated/openapi.operator.json' with { type: 'json' };
import type { FillIn } from '../../../installation.ts';

export interface OperatorDocumentDependencies {
  readonly fillIn: FillIn;
}

/** The contract of this listener, as it holds for this installation. */
export function getOperatorDocument({ fillIn }: OperatorDocumentDependencies): Record<string, unknown> {
  const { 'x-generated': _, ...contract } = document;
  return fillIn(contract);
}
