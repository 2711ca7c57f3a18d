import document from '../../../generated/openapi.operator.json' with { type: 'json' };
import type { ContextOf } from '../../access/request-context.ts';
import { referencePage } from '../../pages/reference-page.ts';

export function getOperatorDocs(context: ContextOf<'getOperatorDocs'>): string {
  return referencePage(context, document.info.title);
}
