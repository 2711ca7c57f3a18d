import document from '../../../generated/openapi.json' with { type: 'json' };
import type { MetaDependencies } from './dependencies.ts';

/** The public contract, as it holds for this installation. */
export function getOpenapiDocument({ fillIn }: Pick<MetaDependencies, 'fillIn'>): Record<string, unknown> {
  const { 'x-generated': _, ...contract } = document;
  return fillIn(contract);
}
