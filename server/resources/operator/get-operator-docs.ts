import document from '../../../generated/openapi.operator.json' with { type: 'json' };
import type { OpenContext } from '../../access/request-context.ts';
import { referencePage } from '../../pages/reference-page.ts';

export function getOperatorDocs(context: OpenContext): string {
  return referencePage(context, document.info.title);
}
