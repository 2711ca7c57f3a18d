/** Where this application is served. `prefix` is what stands before it where a proxy serves the service under a path, else empty. */
export type Door =
  | { readonly kind: 'console'; readonly prefix: string; readonly base: string }
  | { readonly kind: 'portal'; readonly prefix: string; readonly base: string; readonly linkId: string };

/** As it stands where it is no encoded text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function doorOf(pathname: string): Door {
  const [, prefix = '', kind, linkId = ''] = /^(.*?)\/(console|portal)(?:\/([^/]*))?(?:\/|$)/.exec(pathname) ?? [];
  return kind === 'portal'
    ? { kind, prefix, base: `${prefix}/portal/${linkId}`, linkId: decoded(linkId) }
    : { kind: 'console', prefix, base: `${prefix}/console` };
}
