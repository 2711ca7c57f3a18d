// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Figures of one employee.
 */
export interface EmployeeFigures {
  /** Employee id. */
  user_id: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** Messages that the employee sent in the window. */
  messages_sent_count: number;
}
