/** An AI request looks the same in answers and in events: `records/facts.ts` maps both. */
export { aiRequestOf as presentAiRequest, type AiRequestRow } from '../../records/facts.ts';
