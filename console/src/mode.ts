/** The application that is served: the console or a portal. `prefix` is the path under which a proxy serves the service, else empty. */
export type Mode =
  | { readonly kind: 'console'; readonly prefix: string; readonly base: string }
  | { readonly kind: 'portal'; readonly prefix: string; readonly base: string; readonly linkId: string };

/** Unchanged if it is not encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function modeOf(pathname: string): Mode {
  const [, prefix = '', kind, linkId = ''] = /^(.*?)\/(console|portal)(?:\/([^/]*))?(?:\/|$)/.exec(pathname) ?? [];
  return kind === 'portal'
    ? { kind, prefix, base: `${prefix}/portal/${linkId}`, linkId: decoded(linkId) }
    : { kind: 'console', prefix, base: `${prefix}/console` };
}
