/** References by the names of fields, arguments and options that contain ids. */
const references = {
  creator_id: 'creator',
  creator_ids: 'creator',
  account_id: 'account',
  user_id: 'employee',
  user_ids: 'employee',
  assigned_user_id: 'employee',
  assigned_user_ids: 'employee',
  sent_by_user_id: 'employee',
  requested_by_user_id: 'employee',
  tag_ids: 'tag',
  exclude_tag_ids: 'tag',
  fan_id: 'fan',
  order_id: 'order',
  order_ids: 'order',
  request_ids: 'aiRequest',
  publication_id: 'publication',
  endpoint: 'endpoint',
  endpoint_id: 'endpoint',
  endpoint_ids: 'endpoint',
  listener_id: 'endpoint',
  event_id: 'event',
  event_ids: 'event',
  delivery_id: 'delivery',
  failure_id: 'failure',
  agency: 'agency',
  agency_id: 'agency',
  agency_ids: 'agency',
  key_id: 'key',
  token_id: 'token',
} as const;

/** The kinds of objects that ids refer to. */
export type Reference = (typeof references)[keyof typeof references];

/** The reference of an argument, option or column by its name, with dashes or underscores. */
export function referenceOf(name: string): Reference | undefined {
  const underscored = name.replaceAll('-', '_');
  return Object.hasOwn(references, underscored) ? references[underscored as keyof typeof references] : undefined;
}
