/** The channels of LISTEN and NOTIFY. No guarantee depends on them: queries also find what a lost notification announced. */

/** Announces due deliveries of publishers that do not deliver themselves, at their commit. */
export const dueChannel = 'delivery_due';

/** Announces listeners with new attempts. */
export const attemptsChannel = 'listener_attempts';

/** Announces the id of an attempt with a response. */
export const answersChannel = 'listener_answers';
