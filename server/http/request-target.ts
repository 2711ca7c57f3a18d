/**
 * The target of a request as path and query: an absolute form loses its origin, a fragment is cut off, and bytes
 * outside printable ASCII are percent-encoded. No parser after this one meets a form that it cannot read.
 */
export function originForm(target: string): string {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(origin.length).split('#', 1)[0]!;
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return path.replace(/[^\x21-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
