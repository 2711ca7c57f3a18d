import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FillIn } from '../config/installation.ts';

const folder = new URL('../../generated/', import.meta.url);

/** A document of the contract with the values of this installation; undefined if it is not built. */
export function readContractDocument(name: 'openapi.json' | 'openapi.operator.json', fillIn: FillIn): Record<string, unknown> | undefined {
  const path = fileURLToPath(new URL(name, folder));
  if (!existsSync(path)) return undefined;
  const { 'x-generated': _, ...document } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  return fillIn(document);
}
