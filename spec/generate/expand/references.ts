import { dirname, relative, resolve } from 'node:path';
import { isMembers } from './members.ts';

/** A reference from one file to a member at the top of another. */
export function referenceTo(from: string, file: string, name: string): { $ref: string } {
  const path = relative(dirname(from), file);
  return { $ref: `${path.startsWith('.') ? path : `./${path}`}#/${name}` };
}

/** A copy that says in one file what it says in another: its references lead from there. */
export function moved(node: unknown, from: string, to: string): unknown {
  if (Array.isArray(node)) return node.map((item) => moved(item, from, to));
  if (!isMembers(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, member]): [string, unknown] => {
      if (name !== '$ref' || typeof member !== 'string') return [name, moved(member, from, to)];
      const [path = '', pointer = ''] = member.split('#');
      return [name, referenceTo(to, path === '' ? from : resolve(dirname(from), path), pointer.slice(1)).$ref];
    }),
  );
}
