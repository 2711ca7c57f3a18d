import type { Request } from 'express';
import type { Operation } from '../../../generated/operations.ts';
import { Problem } from '../../problems/problem.ts';
import { nearestPath } from './nearest-path.ts';

/** Decoded, by their names in the contract. */
export type PathParameters = Readonly<Record<string, string>>;

interface PathRoute {
  readonly operationId: string;
  readonly operation: Pick<Operation, 'method' | 'path'>;
}

/** A node of the tree of paths, with its routes by method. */
interface Node<Route> {
  readonly literals: Map<string, Node<Route>>;
  parameter?: Node<Route>;
  readonly methods: Map<string, Route>;
}

export interface Found<Route> {
  readonly route: Route;
  /** Throws if the encoding of the path is invalid. */
  pathParameters(): PathParameters;
}

export interface Missing {
  readonly route: undefined;
  /** The methods of the path. */
  readonly allow: readonly string[];
  /** A similar path; undefined if there is none. */
  nearest(): string | undefined;
}

export type Match<Route> = Found<Route> | Missing;

const newNode = <Route>(): Node<Route> => ({ literals: new Map(), methods: new Map() });

const segmentsOf = (path: string) => path.split('/').slice(1);

/** The name of a parameter's segment. */
const parameterOf = (segment: string) => (segment.startsWith('{') ? segment.slice(1, -1) : undefined);

function find<Route>(node: Node<Route>, segments: readonly string[], index: number): Node<Route> | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  return (
    (literal && find(literal, segments, index + 1)) ??
    (node.parameter && segment !== '' ? find(node.parameter, segments, index + 1) : undefined)
  );
}

function treeOf<Route extends PathRoute>(routes: readonly Route[]): Node<Route> {
  const root = newNode<Route>();
  for (const route of routes) {
    const { operationId, operation } = route;
    let node = root;
    for (const segment of segmentsOf(operation.path)) {
      if (parameterOf(segment) === undefined) {
        const next = node.literals.get(segment) ?? newNode();
        node.literals.set(segment, next);
        node = next;
      } else {
        node = node.parameter ??= newNode();
      }
    }
    const method = operation.method.toUpperCase();
    const other = node.methods.get(method);
    if (other) throw new Error(`${operationId} and ${other.operationId} have the same method and path`);
    node.methods.set(method, route);
  }
  return root;
}

function readPathParameters(template: readonly string[], segments: readonly string[]): PathParameters {
  const parameters: Record<string, string> = {};
  template.forEach((segment, index) => {
    const name = parameterOf(segment);
    if (name !== undefined) parameters[name] = decodeURIComponent(segments[index]!);
  });
  return parameters;
}

/**
 * Finds the route of a method and path. It is found before authentication, so that the statement that finds the key also counts the request. A
 * fixed segment has precedence over a parameter, regardless of methods; `HEAD` is read as `GET`.
 */
export function operationMatcher<Route extends PathRoute>(routes: readonly Route[]): (method: string, path: string) => Match<Route> {
  const root = treeOf(routes);
  const paths = routes.map(({ operation: { method, path } }) => ({ method: method.toUpperCase(), path, segments: segmentsOf(path) }));
  return (method, path) => {
    const segments = segmentsOf(path);
    const node = find(root, segments, 0);
    const known = method === 'HEAD' ? 'GET' : method;
    const route = node?.methods.get(known);
    if (route) return { route, pathParameters: () => readPathParameters(segmentsOf(route.operation.path), segments) };
    const methods = [...(node?.methods.keys() ?? [])];
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    const ofMethod = () => paths.filter((each) => each.method === known);
    // If the path exists with another method, a typo is unlikely, but a parameter may be missing.
    const nearest = () => (allow.length === 0 ? nearestPath(path, [...ofMethod(), ...paths], 3) : nearestPath(path, ofMethod(), 2));
    return { route: undefined, allow, nearest };
  };
}

export function notFound(request: Request, { allow, nearest }: Pick<Missing, 'allow'> & Partial<Missing>): Problem {
  const meant = nearest?.();
  if (allow.length === 0) {
    const question = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
    return new Problem('not_found', { detail: `There is nothing at ${request.path}.${question}` });
  }
  const question = meant === undefined ? '' : ` Did you mean \`${request.method} ${meant}\`?`;
  return new Problem('not_found', {
    detail: `${request.method} is not allowed at ${request.path}. Allowed: ${allow.join(', ')}.${question}`,
    headers: { allow: allow.join(', ') },
  });
}
