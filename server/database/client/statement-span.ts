import {
  ATTR_DB_COLLECTION_NAME,
  ATTR_DB_NAMESPACE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '../../tracing/attributes.ts';
import type { Span, Tracing } from '../../tracing/tracing.ts';

/** The properties of a connection that its spans contain. */
interface Connected {
  readonly database?: string | undefined;
  readonly host: string;
  readonly port: number;
}

/** Generated names contain a number, which means nothing to a reader of spans. */
const numbered = /^scoped \d+$/;
const table = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_][\w.]*)/i;

/** The span of a statement, with its name, or its verb and first table. It contains neither text nor values. */
export function spanOf(
  tracing: Pick<Tracing, 'child'>,
  statement: string | { readonly text: string; readonly name?: string },
  { database, host, port }: Connected,
): Span | undefined {
  const { text, name = '' } = typeof statement === 'string' ? { text: statement } : statement;
  const verb = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY';
  const collection = table.exec(text)?.[1];
  const summary = name !== '' && !numbered.test(name) ? name : [verb, collection].filter(Boolean).join(' ');
  return tracing.child({
    name: summary,
    kind: 'client',
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: 'postgresql',
      [ATTR_DB_NAMESPACE]: database,
      [ATTR_DB_OPERATION_NAME]: verb,
      [ATTR_DB_COLLECTION_NAME]: collection,
      [ATTR_DB_QUERY_SUMMARY]: summary,
      [ATTR_SERVER_ADDRESS]: host,
      [ATTR_SERVER_PORT]: port,
    },
  });
}
