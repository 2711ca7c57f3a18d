/** The application that is served. `prefix` is the path under which a proxy serves the service, or empty. */
export interface Mode {
  readonly kind: 'console' | 'portal';
  readonly prefix: string;
  /** The path of the console, or of the portal of one link. */
  readonly base: string;
}

export function modeOf(pathname: string): Mode {
  const [, prefix = '', kind, linkId = ''] = /^(.*?)\/(console|portal)(?:\/([^/]*))?(?:\/|$)/.exec(pathname) ?? [];
  return kind === 'portal' ? { kind, prefix, base: `${prefix}/portal/${linkId}` } : { kind: 'console', prefix, base: `${prefix}/console` };
}
