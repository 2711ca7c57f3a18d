import { bytes, defaulted, instant, key, nullable, uuid } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const operatorSessions = table({
  columns: {
    session_hash: key(bytes()),
    token_id: nullable(uuid()),
    created_at: defaulted(instant()),
    expires_at: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (expires_at), DELETE', operator: 'SELECT, INSERT, DELETE' },
  erasure: null,
  export: {},
  growth: {
    by: 'operators: logins',
    bound: '60 of a token in a minute and process, 12 hours',
    tests: ['test/api/operator/console-sessions.test.ts'],
  },
});
