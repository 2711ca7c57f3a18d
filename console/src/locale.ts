/** The language of every page, whatever the browser's: words are in English, and so are numbers and dates. */
export const locale = 'en-GB';
