type Policy = Readonly<Record<string, string>>;

/** A page loads resources only from this service, without inline scripts and styles. Other sites cannot embed it and do not receive its address. */
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

/** For the console and the portal, which pages of an agency's origins may embed. */
export function consolePolicy(origins: readonly string[]): Readonly<Record<string, string>> {
  return headersOf({
    ...own,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': origins.length === 0 ? "'none'" : origins.join(' '),
  });
}
