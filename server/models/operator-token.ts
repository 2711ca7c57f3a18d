import type { OperatorToken as Shown } from '../../generated/models.ts';
import { bytes, defaulted, instant, key, nullable, text, texts, uuid } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const operatorTokens = table({
  columns: {
    id: key(defaulted(uuid())),
    name: text(),
    prefix: text(),
    token_hash: bytes(),
    scopes: texts<Shown['scopes']>(),
    expires_at: instant(),
    created_at: defaulted(instant()),
    last_used_at: nullable(instant()),
    revoked_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (last_used_at)', operator: 'SELECT, INSERT, UPDATE (revoked_at)' },
  erasure: null,
  export: {},
  growth: {
    by: 'operators',
    bound: 'trusted: creating one requires the scope `all`',
    tests: ['test/api/operator/operator-tokens.test.ts'],
  },
});
