/** An AI request looks the same in answers and in events: `records/facts.ts` maps both. */
export { aiRequestColumns, aiRequestOf as presentAiRequest, type AiRequestRow } from '../../records/facts.ts';
