import { quotaNames } from '../../entities/quota.ts';
import { columnNamesOf, tableNames } from '../../models/tables.ts';
import { rules } from './scope-rules.ts';

/** Which privileges on a table each role has, as GRANT takes them. Keys limited to creators have those of the API. */
export interface Grants {
  readonly api?: string;
  readonly worker?: string;
  readonly operator?: string;
}

/**
 * What each role may do: everything that it does, and no more. Of a table that is not here nobody has anything but its owner.
 * FOR UPDATE asks for UPDATE.
 */
export const grants: Readonly<Record<string, Grants>> = {
  agencies: { api: 'SELECT, UPDATE (id)', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE (id, erased_at)' },
  agency_quotas: {
    api: 'SELECT, UPDATE (agency_id)',
    worker: 'SELECT, UPDATE, DELETE',
    operator: `SELECT, UPDATE (${quotaNames.map((name) => `${name}_allowed`).join(', ')})`,
  },
  api_keys: { worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE (revoked_at, containment_id, contained_at)' },
  key_uses: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  containments: { worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  operator_tokens: { worker: 'SELECT, UPDATE (last_used_at)', operator: 'SELECT, INSERT, UPDATE (revoked_at)' },
  operator_sessions: { worker: 'SELECT, UPDATE (expires_at), DELETE', operator: 'SELECT, INSERT, DELETE' },
  portal_links: { worker: 'SELECT, UPDATE (uses_left), DELETE', operator: 'SELECT, INSERT' },
  portal_sessions: { worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  audit_log: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE (id), DELETE', operator: 'SELECT, INSERT' },
  idempotent_answers: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, UPDATE (answer), DELETE', operator: 'SELECT, INSERT, DELETE' },
  agency_writes: { api: 'SELECT, INSERT, UPDATE', worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },

  creators: { api: 'SELECT', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  employees: { api: 'SELECT', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  tags: { api: 'SELECT', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  fans: { api: 'SELECT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  fan_spends: { api: 'SELECT', worker: 'SELECT, UPDATE (spend_cents), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  sends: { worker: 'SELECT, UPDATE (fan_id, fan_username, message_id), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  orders: { api: 'SELECT', worker: 'SELECT, UPDATE (fan_id, message_id), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  ai_requests: { api: 'SELECT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  insights: { api: 'SELECT, INSERT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT' },
  insight_edits: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  publications: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, DELETE', operator: 'SELECT, UPDATE' },

  sent_messages: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  revenue_quarters: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  message_quarters: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  activity_blocks: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  changed_sends: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  changed_quarters: { worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT, INSERT' },

  webhook_endpoints: {
    api: 'SELECT, INSERT, UPDATE, DELETE',
    worker: 'SELECT, UPDATE, DELETE',
    operator: 'SELECT, INSERT, UPDATE, DELETE',
  },
  webhook_events: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE (id, data, subject), DELETE', operator: 'SELECT, INSERT' },
  delivery_queue: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  delivery_history: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  delivery_failures: { api: 'SELECT, UPDATE', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  history_days: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  delivery_minutes: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  delivery_hours: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  replay_orders: { api: 'SELECT, INSERT', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  webhook_recoveries: { api: 'SELECT, INSERT, UPDATE (status, ended_at)', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },

  listener_attempts: { api: 'SELECT, UPDATE', worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },

  delivery_leases: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  delivery_hours_progress: { api: 'SELECT', worker: 'SELECT, UPDATE', operator: 'SELECT' },
  rate_windows: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  job_workers: { worker: 'SELECT, INSERT, UPDATE, DELETE' },
  projection_refreshes: { worker: 'SELECT, INSERT, UPDATE' },
  ingestions: { worker: 'SELECT, INSERT, UPDATE (id, detail, errors), DELETE', operator: 'SELECT' },
  erasures: { worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  demo_agencies: { worker: 'SELECT, DELETE', operator: 'SELECT' },
  status_days: { worker: 'SELECT, INSERT, UPDATE, DELETE' },
};

/** Functions that do as their owner what a role may not do itself. */
export const functionGrants: Readonly<Record<string, readonly (keyof Grants)[]>> = {
  endpoints_of_agency: ['api', 'operator'],
  listeners_of_agency: ['api', 'operator'],
  keys_of_agency: ['api', 'operator'],
  links_of_agency: ['api', 'operator'],
  bound_insight_history: ['api', 'worker'],
  hold_key: ['api'],
  containment_of_agency: ['api', 'operator'],
  seconds_to_next_change: ['api'],
  add_endpoint_job: ['api', 'worker'],
  service_connections: ['worker'],
  first_event_of_run: ['api'],
  last_event_of_run: ['api', 'worker'],
  add_erasure_job: ['worker', 'operator'],
  erase_audit_entries: ['worker'],
  events_of_facts: ['api', 'worker'],
  add_end_of_link_job: ['operator'],
  remove_jobs_of_agency: ['worker'],
  remove_stored_answers: ['worker'],
};

const withoutRule: readonly string[] = tableNames.filter((table) => !Object.hasOwn(rules, table));

/** Tables of agencies that no key can access: those with an agency that the scope rules do not cover. */
export const unscopedTables: readonly string[] = tableNames.filter(
  (table) => withoutRule.includes(table) && columnNamesOf(table).includes('agency_id'),
);

/** Tables without an agency that statements of keys read by their names, such as the progress of roll-ups. */
const sharedTables: readonly string[] = withoutRule.filter((table) => grants[table]?.api && !unscopedTables.includes(table));

/** Tables that a key's statement may not name: it reads those with a scope rule through the rule, and cannot access the others. */
export const refusedTables: readonly string[] = tableNames.filter((table) => !sharedTables.includes(table));
