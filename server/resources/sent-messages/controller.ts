export { listSentMessages } from './list-sent-messages.ts';
