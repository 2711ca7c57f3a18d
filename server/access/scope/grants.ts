import type { Grants } from '../../declare/table.ts';

/** Functions with the privileges of their owner, by the roles that may call them. */
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
  last_event_of_run: ['api', 'worker', 'operator'],
  add_erasure_job: ['worker', 'operator'],
  erase_audit_entries: ['worker'],
  events_of_facts: ['api', 'worker', 'operator'],
  add_end_of_link_job: ['operator'],
  remove_jobs_of_agency: ['worker'],
  remove_stored_answers: ['worker'],
};
