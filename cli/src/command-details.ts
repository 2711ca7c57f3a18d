import { eventScopes, operations, type Schemas, type Scope } from '@agency-service/sdk';
import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { Option, type Command } from 'commander';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { incidentNotes } from './incident.ts';

/** The arguments of a call by their names in the contract. */
type Given = Readonly<Record<string, unknown>>;

/** Arguments that are texts, such as ids. */
type Texts = Readonly<Record<string, string>>;

/** The parts of a generated command that the contract does not contain. */
export interface CommandDetails {
  /** The words of the command, if they are not those of the client's method. */
  readonly words?: string;
  /** What the command does, if the contract's summary does not say it without the reference around it. */
  readonly description?: string;
  readonly example?: string;
  /** Fields of the body that are arguments instead of options. */
  readonly positional?: readonly string[];
  /** Adds options to those of the contract, or changes them. */
  readonly addOptions?: (command: Command) => void;
  /** Converts the arguments from the contract and the command's own options into those of the call. */
  readonly prepare?: (given: Given, options: Given) => Given;
  /** The question before the call, which only `--yes` skips. */
  readonly confirm?: (given: Texts) => string;
  /** Columns that fit a terminal, if the contract's order would omit the important ones. */
  readonly columns?: readonly string[];
  /** True if every command accepts the last digits of the list's ids. */
  readonly hasShortIds?: true;
  /** Prints the result. */
  readonly show?: (output: Context['output'], answer: never) => void;
  /** The document and the sentence after a call without a result. */
  readonly done?: (given: Texts) => [document: object, sentence: string];
  /** Notes after the result. */
  readonly notes?: (answer: never, given: never) => readonly (string | undefined)[];
}

const agency = '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289';
const endpoint = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
const key = '0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914';
const secretNote = 'Save the secret: it is not shown again.';
const endpointColumns = ['id', 'health.state', 'url', 'label', 'health.reason', 'health.since', 'health.detail', 'status'];

const deletionOfEndpoint: CommandDetails = {
  confirm: ({ endpoint_id: id }) => `Delete the endpoint ${id} with its deliveries and failures?`,
  done: ({ endpoint_id: id }) => [{ id, deleted: true }, `The endpoint ${id} is deleted.`],
};

/** The details of the commands that contain and release an agency or a key. */
function containment(noun: 'agency' | 'key', group: string, example: string, consequence: string): [CommandDetails, CommandDetails] {
  const idOf = (given: Texts): string => given[`${noun}_id`]!;
  return [
    {
      example: `svc ${group} contain ${example} --since 7d --reason "Found in a public repository" --yes`,
      confirm: (given) => `Contain the ${noun} ${idOf(given)}? ${consequence}`,
      show: showContainment,
      notes: (_containment, given: Texts) => [`See its changes: svc audit. Undo: svc ${group} release ${idOf(given)}`],
    },
    {
      example: `svc ${group} release ${example} --yes`,
      confirm: (given) => `Release the ${noun} ${idOf(given)}? Everything that was stopped works again.`,
    },
  ];
}

const [containAgency, releaseAgency] = containment(
  'agency',
  'agencies',
  agency,
  'All its keys are refused and all its endpoints are paused.',
);
const [containApiKey, releaseApiKey] = containment(
  'key',
  'keys',
  key,
  'It is refused, and the endpoints that it created or whose URL it set are paused.',
);

/** One document, or on a terminal the containment and tables of reads and deliveries. */
function showContainment(output: Context['output'], { reads, deliveries, ...facts }: OperatorSchemas['Containment']): void {
  if (output.json) return output.document({ ...facts, reads, deliveries });
  output.record(facts);
  output.note(`\nRead since ${facts.since}:`);
  output.list(reads, reads, ['key_id', 'operation_id', 'request_count', 'item_count', 'last_hour', 'first_hour']);
  output.note(`\nSent since ${facts.since}:`);
  output.list(deliveries, deliveries, ['url', 'delivered_count', 'failed_count', 'endpoint_id', 'created_by_key_id']);
}

const groupColumns = [
  'id',
  'status',
  'host',
  'label',
  'endpoint_count',
  'since',
  'agency_names',
  'unreplayed_count',
  'missed_count',
  'disabled_count',
  'acknowledgement.kind',
  'acknowledgement.note',
];
const incidentColumns = [
  'agency_name',
  'endpoint_label',
  'health.state',
  'health.reason',
  'health.since',
  'health.detail',
  'backlog.pending_count',
  'endpoint_id',
];

/** One document, or on a terminal the groups, their endpoints, and the open containments. */
function showIncidents(output: Context['output'], incidents: OperatorSchemas['Incidents']): void {
  const {
    groups,
    group_count: groupCount,
    data,
    incident_count: count,
    has_unchecked: hasUnchecked,
    containments,
    measured_at: at,
  } = incidents;
  if (output.json) return output.list(incidents, data, incidentColumns);
  output.list(groups, groups, groupColumns);
  if (data.length > 0) {
    output.note('\nEndpoints:');
    output.list(data, data, incidentColumns);
  }
  const unchecked = hasUnchecked ? ', more were not checked' : '';
  output.note(`${groupCount} groups of ${count} endpoints${unchecked}, ${containments.length} open containments, measured at ${at}.`);
}

/** The outcome of an event at its endpoints, such as `1 delivered, 4 missed by …`. */
function outcomeOf(deliveries: readonly { endpoint_id: string; status: string }[], missed: readonly string[]): string | undefined {
  const latest = [...new Map(deliveries.map(({ endpoint_id: id, status }) => [id, status])).values()];
  const counts = [...new Set(latest)].map((status) => `${latest.filter((each) => each === status).length} ${status}`);
  if (missed.length > 0) counts.push(`${missed.length} missed by ${missed.join(', ')}, disabled then: svc webhooks recover --help`);
  return counts.length === 0 ? undefined : `${counts.join(', ')}.`;
}

/** One document, or on a terminal the components and the sums of their observed days. */
function showStatus(output: Context['output'], status: Schemas['Status']): void {
  if (output.json) return output.record(status);
  const history = status.history.map(({ name, days }) => {
    const minutes = (state: 'operational' | 'degraded' | 'down'): number => days.reduce((sum, day) => sum + day[`${state}_minutes`], 0);
    return {
      name,
      observed_days: days.length,
      operational_minutes: minutes('operational'),
      degraded_minutes: minutes('degraded'),
      down_minutes: minutes('down'),
    };
  });
  output.record({ ...status, history });
}

const optionOf = (command: Command, name: string): Option => command.options.find(({ long }) => long === name)!;

const allScopes = [...new Set(Object.values(operations).flatMap(({ scope }) => scope ?? []))].sort();

/** The scopes that a key needs to read the facts that it can receive by event. */
function unreadScopes(given: readonly Scope[]): Scope[] {
  const scopes = [...new Set(Object.values(eventScopes).filter((scope) => scope !== null))];
  return given.includes('write:webhooks') ? scopes.filter((scope) => !given.includes(scope)) : [];
}

const inSeconds = (seconds: string): string => (Number(seconds) === 0 ? '' : ` in ${seconds} s at the latest`);

/** The details of commands, by the ids of their operations. */
export const commandDetails: Readonly<Record<string, CommandDetails>> = {
  getMe: { description: 'show the API key in use, and what it may do', example: 'svc me --json' },
  getHealth: { description: 'check that the service answers' },
  getStatus: { description: 'show the state of the service and its components', show: showStatus },
  getChangelog: { description: 'print the changes of each API version' },
  getOpenapiDocument: { description: 'print the API contract (OpenAPI)' },
  getDocs: { description: 'print the first page of the documentation' },
  getErrorPage: { description: 'explain an error by its slug', example: 'svc error-page unknown_order' },
  listOrders: {
    example: 'svc orders list --order-types tip,push --since 2026-07-01T00:00:00Z --all',
    columns: ['id', 'amount_cents', 'order_type', 'created_at', 'refunded_at', 'fan_username', 'creator_id', 'user_id'],
  },
  listSentMessages: {
    example: 'svc messages list --sources script --since 24h --limit 20',
    columns: ['id', 'sent_at', 'source', 'fan_username', 'price_eur', 'sale_status', 'creator_id', 'sent_by_user_id'],
  },
  listCreators: { columns: ['id', 'name', 'account.external_id', 'account.username', 'account.connected_at', 'created_at'] },
  listFans: { example: 'svc fans list 73120045 --has-tags true --min-spend-cents 5000' },
  assignFan: { example: 'svc fans assign 73120045 88231907 --user-id 4127' },
  updateInsight: { example: 'svc insights update 73120045 88231907 --etag ETAG --note "Prefers mornings."' },
  listAiRequests: { columns: ['id', 'requested_at', 'action', 'account_id', 'fan_id', 'requested_by_user_id'] },
  acknowledgeAiRequests: {
    example: 'svc ai-requests acknowledge --request-ids "$(svc ai-requests list --jq \'[.data[].id] | join(",")\')"',
  },
  listPublications: { hasShortIds: true, columns: ['id', 'status', 'scheduled_at', 'published_at', 'text', 'creator_id', 'created_at'] },
  createPublication: { example: 'svc publications create --creator-id 5521 --text "Back on Friday." --scheduled-at +24h' },
  deletePublication: { confirm: ({ publication_id: id }) => `Delete the publication ${id}?` },
  getRevenueTimeseries: {
    description: 'show the revenue of each day or other interval',
    example: 'svc analytics revenue-timeseries --start 2026-07-01 --end 2026-07-31 --timezone Europe/Paris',
  },

  listWebhookEndpoints: {
    hasShortIds: true,
    columns: [...endpointColumns, 'disabled_reason', 'enabled_event_types', 'api_version', 'created_at'],
    notes: ({ data }: Schemas['WebhookEndpointList']) => incidentNotes(data),
  },
  getWebhookEndpoint: { notes: (endpoint: Schemas['WebhookEndpoint']) => incidentNotes([endpoint]) },
  createWebhookEndpoint: {
    example: 'svc webhooks create --url https://hooks.example.com/service --event-types order.created,order.refunded',
    notes: () => [secretNote],
  },
  updateWebhookEndpoint: {
    example: `svc webhooks update ${endpoint} --label Ledger`,
    addOptions: (command) =>
      command
        .option('--all-creators', 'from now on, events of every creator')
        .option('--keep', 'keep an endpoint created through a portal link after the link ends'),
    prepare(given, { allCreators, keep }) {
      if (allCreators && given['allowed_creator_ids']) throw new UsageError('--creator-ids and --all-creators cannot be combined.');
      const all = { ...given, ...(allCreators === true && { allowed_creator_ids: [] }), ...(keep === true && { ends_with_link: false }) };
      if (Object.keys(all).length === 1) throw new UsageError('nothing to change. Use --url, --event-types, --label or another option.');
      return all;
    },
  },
  deleteWebhookEndpoint: { ...deletionOfEndpoint, example: `svc webhooks delete ${endpoint} --yes` },
  pingWebhookEndpoint: {
    description: 'send a ping event to an endpoint',
    notes: (_sent, { endpoint_id: id }: Texts) => [`Its outcome: svc deliveries list ${id} --event-types ping`],
  },
  sendTestWebhookEvent: {
    description: 'send an example event of a chosen type to an endpoint',
    words: 'webhooks test',
    example: `svc webhooks test ${endpoint} --event-type order.created`,
    notes: ({ event_id: id }: { event_id: string }) => [`Its outcome: svc events get ${id}`],
  },
  rotateWebhookSecret: {
    description: 'replace the signing secret',
    example: `svc webhooks rotate-secret ${endpoint} --previous-expires-in 86400 --yes`,
    confirm({ endpoint_id: id, previous_expires_in_seconds: seconds = '0' }) {
      const consequence = Number(seconds) === 0 ? 'The current secret expires at once.' : `The current secret also signs for ${seconds} s.`;
      return `Create a new secret for the endpoint ${id}? ${consequence}`;
    },
    notes: () => [secretNote],
  },
  getWebhookStats: { description: 'count the deliveries of an endpoint by outcome', example: `svc webhooks stats ${endpoint} --since 24h` },
  getWebhookFigures: {
    description: 'show the deliveries of an endpoint over time',
    example: `svc webhooks figures ${endpoint} --interval hour`,
  },
  listWebhookFigures: {
    description: 'show the deliveries of several endpoints over time',
    example: `svc webhooks list-figures --endpoint-ids ${endpoint} --interval hour`,
  },
  listWebhookEvents: {
    hasShortIds: true,
    example: 'svc events list --order-ids 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41',
    columns: ['id', 'type', 'recorded_at', 'creator_id', 'data.id', 'data.fan_id', 'created_at'],
  },
  getWebhookEvent: {
    example: 'svc events get 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07',
    notes: ({ deliveries, missed_endpoint_ids: missed }: Schemas['RecordedEventWithDeliveries']) => [outcomeOf(deliveries, missed)],
  },

  createAgency: { example: 'svc agencies create "Northlight Agency"', positional: ['name'] },
  containAgency,
  releaseAgency,
  createPortalLink: {
    description: 'create a link to the portal, where an agency manages its endpoints',
    words: 'agencies portal-link',
    example: `svc agencies portal-link ${agency} --allowed-origins https://app.northlight.example`,
    addOptions(command) {
      optionOf(command, '--label').description = "name of the link's key, for reference; default: Portal";
      command
        .option('--theme-name <text>', "name at the top of each page, in place of the service's")
        .option('--theme-logo <letters>', 'up to 3 letters or digits of the logo')
        .option('--theme-accent <color>', 'color of links and buttons, such as #0f766e')
        .addOption(new Option('--theme-scheme <scheme>', 'color scheme').choices(['auto', 'light', 'dark']));
    },
    prepare(given, { themeName: name, themeLogo: logo_text, themeAccent: accent, themeScheme: color_scheme }) {
      const theme = { name, logo_text, accent_color: typeof accent === 'string' ? accent.toLowerCase() : undefined, color_scheme };
      const isThemed = Object.values(theme).some((member) => member !== undefined);
      return { label: 'Portal', ...given, ...(isThemed && { theme }) };
    },
    notes: () => ['The first browser that opens the link gets its session. The link is not shown again; svc keys revoke KEY_ID ends it.'],
  },
  createApiKey: {
    example: `svc keys create ${agency} --label Reporting --scopes read:orders,read:analytics`,
    addOptions: (command) => optionOf(command, '--scopes').argChoices!.unshift('all'),
    prepare: (given) => ({ ...given, ...(String(given['scopes']) === 'all' && { scopes: allScopes }) }),
    notes(_key, { scopes }: { scopes: Scope[] }) {
      const unread = unreadScopes(scopes);
      return [
        'Save the key: it is not shown again.',
        unread.length > 0
          ? `With write:webhooks it can receive events with data that it cannot read: it lacks ${unread.join(', ')}.`
          : undefined,
      ];
    },
  },
  listApiKeys: { columns: ['id', 'label', 'prefix', 'expires_at', 'revoked_at', 'created_at', 'creator_ids', 'scopes'] },
  revokeApiKey: {
    example: `svc keys revoke ${key} --yes`,
    confirm: ({ key_id: id, after_seconds: seconds = '0' }) =>
      `Revoke the key ${id}? Programs that use it stop working${inSeconds(seconds)}.`,
    done: ({ key_id: id, after_seconds: seconds = '0' }) => [
      Number(seconds) === 0 ? { id, revoked: true } : { id, expires_in_seconds: Number(seconds) },
      `The key ${id} is ${Number(seconds) === 0 ? 'revoked' : 'refused'}${inSeconds(seconds)}. Endpoints that it created stay active; svc keys contain pauses them.`,
    ],
  },
  containApiKey,
  releaseApiKey,
  createOperatorToken: {
    example: 'svc operator tokens create --name Prometheus --scopes metrics',
    notes: (_token, { scopes }: { scopes: string[] }) => [
      'Save the token: it is not shown again.',
      scopes.includes('keys')
        ? 'The scope "keys" lets it create API keys with any scope, and so do whatever those keys can do.'
        : undefined,
    ],
  },
  listOperatorTokens: {
    hasShortIds: true,
    columns: ['id', 'name', 'prefix', 'scopes', 'expires_at', 'last_used_at', 'revoked_at', 'created_at'],
  },
  revokeOperatorToken: {
    example: 'svc operator tokens revoke 0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40 --yes',
    confirm: ({ token_id: id }) => `Revoke the operator token ${id}? Programs that use it stop working.`,
    done: ({ token_id: id }) => [{ id, revoked: true }, `The operator token ${id} is revoked.`],
  },
  findWebhookEndpoints: {
    columns: ['id', 'label', 'url', 'agency_name', 'status', 'agency_id'],
    example: 'svc operator webhooks find --search ledger',
  },
  listAgencyWebhookEndpoints: {
    columns: [...endpointColumns, 'created_by_key_id', 'disabled_reason', 'enabled_event_types', 'created_at'],
    notes: ({ data }: Schemas['WebhookEndpointList']) => incidentNotes(data),
  },
  importWebhookEndpoint: { example: `svc operator webhooks import ${agency} --data @endpoint.json` },
  removeWebhookEndpoint: { ...deletionOfEndpoint, example: `svc operator webhooks delete ${endpoint} --yes` },
  claimPublications: {
    example: 'svc publications claim --limit 10 --lease-seconds 300 --json',
    // The two ids that a report needs come first, each of 36 characters.
    columns: ['publication.id', 'lease_id', 'publication.text', 'publication.creator_id', 'publication.scheduled_at', 'agency_id'],
    notes: ({ data }: { data: unknown[] }) => [
      data.length > 0 ? 'Post each, then: svc publications report ID --lease LEASE_ID --status published' : undefined,
    ],
  },
  reportPublication: {
    example: 'svc publications report 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36 --lease 5c0b0a1e-4a0f-4a55-9a0e-6a1f2c7d9b30 --status published',
  },
  getRevenue: { description: 'show the revenue of a period' },
  getCreatorAnalytics: { description: 'show revenue and activity of each creator' },
  getEmployeeAnalytics: { description: 'show revenue and activity of each employee' },
  getSentWebhookRequest: { description: 'show the headers and the body that a delivery sent' },
  getWebhookRecovery: { description: 'show the progress of a recovery' },
  cancelWebhookRecovery: { description: 'stop a recovery' },
  streamWebhookListener: { description: 'print the deliveries of a listener as they arrive' },
  answerListenerAttempt: { description: 'send the response of a delivery back through a listener' },
  getServiceOverview: { description: 'show deliveries, workers, backlogs and the database' },
  getMetrics: { description: 'print the metrics for Prometheus' },
  getOperatorDocument: { description: 'print the contract of the operator API (OpenAPI)' },
  getOperatorDocs: { description: 'print the first page of the documentation for operators' },
  getEncryptionStatus: { description: 'show the keys that encrypt the stored signing secrets' },
  refreshProjections: { description: 'bring sent messages and analytics up to date' },
  getErasure: { description: 'show the progress of an erasure' },
  listAgencies: { hasShortIds: true },
  listIngestions: {
    columns: [
      'id',
      'recorded_at',
      'outcome',
      'request_count',
      'created_count',
      'slug',
      'detail',
      'agency_id',
      'updated_count',
      'unchanged_count',
    ],
  },
  listIncidents: { show: showIncidents },
  unacknowledgeIncidentGroup: {
    words: 'incidents unmute',
    example: 'svc incidents unmute 5d41402abc4b2a76',
    done: ({ group_id: id }) => [{ id, acknowledgement: null }, `The group ${id} is neither acknowledged nor muted.`],
  },
  listAgencyActivity: {
    hasShortIds: true,
    columns: [
      'id',
      'name',
      'troubled_endpoint_count',
      'attempt_count',
      'failed_attempt_count',
      'oldest_pending_at',
      'contained_at',
      'endpoint_count',
    ],
  },
};
