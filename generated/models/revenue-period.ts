// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Revenue of one period.
 */
export interface RevenuePeriod {
  /** Beginning of the period, with the offset of `timezone` at that instant. A first week or month that begins before the window keeps its own beginning, its Monday or its 1st; it counts only the days inside of the window, as the last one does. */
  period_start: string;
  /** Creator of these figures. Present with `breakdown=creator` only. */
  creator_id?: string;
  /** Gross revenue in euro cents, of the orders made in the period. */
  revenue_cents: number;
  /** Amount refunded in the period, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the period. */
  orders_count: number;
}
