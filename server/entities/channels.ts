/** The channels of LISTEN and NOTIFY. No guarantee depends on them, because queries find the same. */

/** Announces due deliveries of publishers that do not deliver them, at their commit. */
export const dueChannel = 'delivery_due';

/** Announces listeners with new attempts. */
export const attemptsChannel = 'listener_attempts';

/** Announces the id of an attempt that was answered. */
export const answersChannel = 'listener_answers';
