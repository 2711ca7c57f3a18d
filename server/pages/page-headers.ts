type Policy = Readonly<Record<string, string>>;

/**
 * A page loads from this service alone, no other site can embed it, and it does not send other sites the address at which it was
 * read. Inline scripts do not run: its program and its styles are files.
 */
const own: Policy = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': 'data:',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const headersOf = (policy: Policy): Readonly<Record<string, string>> => ({
  'content-security-policy': Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; '),
  'referrer-policy': 'no-referrer',
});

export const pageHeaders = headersOf(own);

/** Of the console and the portal: the latter may be shown inside of pages of an agency's origins. */
export function consolePolicy(origins: readonly string[]): Readonly<Record<string, string>> {
  return headersOf({
    ...own,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': origins.length === 0 ? "'none'" : origins.join(' '),
  });
}
