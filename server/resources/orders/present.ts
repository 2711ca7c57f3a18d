/** An order looks the same in answers and in events: `records/facts.ts` maps both. */
export { orderOf as presentOrder, type OrderRow } from '../../records/facts.ts';
