/** The target of a request as path and query, without origin and fragment. Later parsers accept only this form. */
export function originForm(target: string): string {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(origin.length).split('#', 1)[0]!;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
