/** Where this application is served. `prefix` is what stands before it where a proxy serves the service under a path, else empty. */
export type Door =
  | { readonly kind: 'console'; readonly prefix: string; readonly base: string }
  | { readonly kind: 'portal'; readonly prefix: string; readonly base: string; readonly linkId: string };

export function doorOf(pathname: string): Door {
  const [, prefix = '', kind, linkId = ''] = /^(.*?)\/(console|portal)(?:\/([^/]*))?(?:\/|$)/.exec(pathname) ?? [];
  return kind === 'portal'
    ? { kind, prefix, base: `${prefix}/portal/${linkId}`, linkId: decodeURIComponent(linkId) }
    : { kind: 'console', prefix, base: `${prefix}/console` };
}
