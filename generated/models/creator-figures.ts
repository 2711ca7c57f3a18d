// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Figures of one creator.
 */
export interface CreatorFigures {
  /** Creator id. */
  creator_id: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** Messages sent in the window in the creator's name. */
  messages_sent_count: number;
}
