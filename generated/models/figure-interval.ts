// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Length of the points of figures.
 */
export type FigureInterval = 'minute' | 'hour';
