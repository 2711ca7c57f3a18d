import type { Request } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import { Problem } from '../problems/problem.ts';

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: Node;
  readonly methods: Map<string, OperationId>;
}

export interface Match {
  readonly operationId: OperationId | undefined;
  /** Where there is no such operation: the methods that the path has. */
  readonly allow: readonly string[];
}

const newNode = (): Node => ({ literals: new Map(), methods: new Map() });

function find(node: Node, segments: readonly string[], index: number): Node | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  return (
    (literal && find(literal, segments, index + 1)) ??
    (node.parameter && segment !== '' ? find(node.parameter, segments, index + 1) : undefined)
  );
}

/**
 * Finds the contract's operation for a method and path, before anything is answered: the key's look-up counts the
 * request for it in the same statement. `HEAD` is read as `GET`.
 */
export function operationMatcher(serves: (operationId: OperationId) => boolean): (method: string, path: string) => Match {
  const root = newNode();
  for (const [id, { method, path }] of Object.entries(operations)) {
    if (!serves(id as OperationId)) continue;
    let node = root;
    for (const segment of path.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        node = node.parameter ??= newNode();
      } else {
        const next = node.literals.get(segment) ?? newNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    node.methods.set(method.toUpperCase(), id as OperationId);
  }
  return (method, path) => {
    const node = find(root, path.split('/').slice(1), 0);
    const operationId = node?.methods.get(method === 'HEAD' ? 'GET' : method);
    if (operationId) return { operationId, allow: [] };
    const methods = [...(node?.methods.keys() ?? [])];
    return { operationId: undefined, allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods };
  };
}

export function notFound(request: Request, { allow }: Pick<Match, 'allow'> = { allow: [] }): Problem {
  if (allow.length === 0) return new Problem('not_found', { detail: `No endpoint is at ${request.path}.` });
  return new Problem('not_found', {
    detail: `${request.path} has no ${request.method}. It answers ${allow.join(', ')}.`,
    headers: { allow: allow.join(', ') },
  });
}
