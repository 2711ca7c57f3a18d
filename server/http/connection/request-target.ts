/**
 * The target of a request as path and query: an absolute form loses its origin, and a fragment is cut off. No parser
 * after this one meets a form that it cannot read.
 */
export function originForm(target: string): string {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(origin.length).split('#', 1)[0]!;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
