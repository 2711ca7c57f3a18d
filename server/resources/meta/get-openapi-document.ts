import document from '../../../generated/openapi.json' with { type: 'json' };
import type { MetaDependencies } from './dependencies.ts';

/** The public contract, with the address of this service. */
export function getOpenapiDocument({ publicUrl }: Pick<MetaDependencies, 'publicUrl'>): Record<string, unknown> {
  const { 'x-generated': _, ...contract } = document;
  const info = { ...contract.info, description: contract.info.description.replaceAll('{base_url}', publicUrl) };
  return { ...contract, info, servers: [{ url: publicUrl }] };
}
