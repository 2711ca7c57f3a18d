/** The channels of LISTEN and NOTIFY. No guarantee depends on them: what they announce is also found by a query. */

/** Publishers that do not deliver themselves announce due deliveries, with their commit. */
export const dueChannel = 'delivery_due';

/** Processes that deliver announce the listeners that have new attempts. */
export const attemptsChannel = 'listener_attempts';

/** An attempt's id is announced when it was answered. */
export const answersChannel = 'listener_answers';
