import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import document from '../../../generated/openapi.operator.json' with { type: 'json' };
import type { ContextOf } from '../../access/request-context.ts';
import { referencePage } from '../../pages/reference-page.ts';

export function getOperatorDocs(context: ContextOf<'getOperatorDocs'>): TextAnswer<'text/html'> {
  return referencePage(context, document.info.title);
}
