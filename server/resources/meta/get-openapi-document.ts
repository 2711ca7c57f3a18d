import document from '../../../generated/openapi.json' with { type: 'json' };
import type { MetaDependencies } from './dependencies.ts';

/** The public contract, with the address of this service. */
export function getOpenapiDocument({ publicUrl }: Pick<MetaDependencies, 'publicUrl'>): Record<string, unknown> {
  const { 'x-generated': _, ...contract } = document;
  return { ...contract, servers: [{ url: publicUrl }] };
}
