import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import document from '../../../generated/openapi.json' with { type: 'json' };
import type { ContextOf } from '../../access/request-context.ts';
import { referencePage } from '../../pages/reference-page.ts';

export function getDocs(context: ContextOf<'getDocs'>): TextAnswer<'text/html'> {
  return referencePage(context, document.info.title);
}
