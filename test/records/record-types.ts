import { readFileSync } from 'node:fs';
import { aiRequest, creator, employee, fan, order, send, tag, type AnyRecord } from './records.ts';

export type Schema = Record<string, unknown> & {
  readonly properties?: Record<string, Schema>;
  readonly $ref?: string;
  readonly enum?: unknown[];
};

export const contract = JSON.parse(readFileSync(new URL('../../generated/openapi.internal.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

/** Whole milliseconds that no whole second is. */
export function daysAgo(days: number): string {
  return `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19)}.500Z`;
}

export function resolve(schema: Schema): Schema {
  return schema.$ref ? resolve(contract.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;
}

interface Type {
  /** Of its records. */
  readonly schema: string;
  readonly record: Exclude<AnyRecord, { type: 'refund' }>;
  /** Keys, and what never changes. */
  readonly unchanging: readonly string[];
  readonly table: string;
  /** The condition of its row. */
  readonly row: string;
  /** Where the contract shows it, and as what. */
  readonly path: string;
  readonly shown: string;
}

/** The types of records whose fields can change, and where they are stored and shown. */
export const types: readonly Type[] = [
  {
    schema: 'CreatorRecord',
    record: creator('c1'),
    unchanging: ['id', 'account.external_id'],
    table: 'creators',
    row: `id = 'c1'`,
    path: '/v1/creators/c1',
    shown: 'Creator',
  },
  {
    schema: 'EmployeeRecord',
    record: employee('e1'),
    unchanging: ['id'],
    table: 'employees',
    row: `id = 'e1'`,
    path: '/v1/employees',
    shown: 'Employee',
  },
  { schema: 'TagRecord', record: tag('t1'), unchanging: ['id'], table: 'tags', row: `id = 't1'`, path: '/v1/tags', shown: 'Tag' },
  {
    schema: 'FanRecord',
    record: fan('account-c1', 'f1'),
    unchanging: ['account_id', 'fan_id'],
    table: 'fans',
    row: `fan_id = 'f1'`,
    path: '/v1/accounts/account-c1/fans/f1',
    shown: 'FanRelation',
  },
  {
    schema: 'SendRecord',
    record: send('s1', 'c1', { sent_at: daysAgo(2) }),
    unchanging: ['id'],
    table: 'sends',
    row: `id = 's1'`,
    path: '/v1/sent-messages',
    shown: 'SentMessage',
  },
  {
    schema: 'OrderRecord',
    record: order('o1', 'c1'),
    unchanging: ['id'],
    table: 'orders',
    row: `id = 'o1'`,
    path: '/v1/orders/o1',
    shown: 'Order',
  },
  {
    schema: 'AiRequestRecord',
    record: aiRequest('a1', 'account-c1'),
    unchanging: ['id'],
    table: 'ai_requests',
    row: `id = 'a1'`,
    path: '/v1/ai-requests',
    shown: 'AiRequest',
  },
];

/** Where fields are stored whose column has another name. */
export const columnOf: Readonly<Record<string, string>> = {
  'account.username': 'account_username',
  'account.connected_at': 'account_connected_at',
};

/** The fields of a schema that can change, by path. */
export function fieldsOf(schema: Schema, prefix = ''): [string, Schema][] {
  return Object.entries(schema.properties!).flatMap(([name, property]) => {
    const resolved = resolve(property);
    if ('const' in resolved) return [];
    return resolved.properties ? fieldsOf(resolved, `${prefix}${name}.`) : [[prefix + name, resolved] as [string, Schema]];
  });
}

/** The record with another value of the field at a path. */
export function withField(record: object, path: string, value: unknown): object {
  const [name, rest] = path.split('.') as [string, string | undefined];
  const members = record as Record<string, unknown>;
  return { ...members, [name]: rest === undefined ? value : withField(members[name] as object, rest, value) };
}

export const fieldAt = (record: object, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], record);
