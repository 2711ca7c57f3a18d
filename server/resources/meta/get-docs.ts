import document from '../../../generated/openapi.json' with { type: 'json' };
import type { OpenContext } from '../../access/request-context.ts';
import { referencePage } from '../../pages/reference-page.ts';

export function getDocs(context: OpenContext): string {
  return referencePage(context, document.info.title);
}
