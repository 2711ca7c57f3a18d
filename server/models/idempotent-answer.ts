import { bytes, defaulted, key, nullable, preciseInstant, text, texts, uuid } from '../declare/columns.ts';
import { ofAllCreators } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const idempotentAnswers = table({
  columns: {
    key_hash: key(bytes()),
    /** Null for what operators do across agencies. */
    agency_id: nullable(uuid()),
    creator_ids: texts(),
    created_at: defaulted(preciseInstant()),
    /** Encrypted. */
    answer: bytes(),
    caller: text(),
  },
  scope: ofAllCreators('creator_ids'),
  grants: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, UPDATE (answer), DELETE', operator: 'SELECT, INSERT, DELETE' },
  erasure: goesWithAgency,
  export: { leftOut: 'encrypted responses' },
  growth: {
    by: 'a key and operators: requests with a `Service-Idempotency-Key`',
    bound:
      '24 hours; of a key the latest 64 MB, of an agency the latest 256 MB and 100,000 responses, plus those of ten minutes; each up to 1 MB. Responses are encrypted',
    tests: ['test/retention/idempotent-answers.test.ts'],
  },
});
