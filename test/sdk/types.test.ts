import { describe, expectTypeOf, it } from 'vitest';
import type {
  AiRequest,
  AuditEntry,
  Client,
  Creator,
  Employee,
  FanRelation,
  Insight,
  LiveEvent,
  Order,
  PagedList,
  Publication,
  Schemas,
  SentMessage,
  Tag,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookFailure,
} from '../../sdk/src/index.ts';
import type { Agency, ApiKey, IncomingRecord, OperatorClient, OperatorSchemas, OperatorScope } from '../../sdk/src/operator.ts';

type Method = (...given: never[]) => unknown;
/** The same type with every intersection merged, as `toEqualTypeOf` compares them. */
type Plain<T> = T extends object ? { -readonly [Name in keyof T]: Plain<T[Name]> } : T;
type Single<Group> = { [Name in keyof Group as Name extends `listAll${string}` ? never : Name]: Group[Name] };
/** What the methods of a group are given; undefined stands for nothing. */
type Given<Group> = Plain<{
  [Name in keyof Single<Group>]: Single<Group>[Name] extends Method ? Parameters<Single<Group>[Name]>[0] : never;
}>;
/** What they resolve with. */
type Answers<Group> = Plain<{
  [Name in keyof Single<Group>]: Single<Group>[Name] extends Method ? Awaited<ReturnType<Single<Group>[Name]>> : never;
}>;
/** The items of its lists that are read page by page. */
type Items<Group> = Plain<{
  [Name in keyof Group as Name extends `listAll${string}` ? Name : never]: Group[Name] extends (...given: never[]) => PagedList<infer Item>
    ? Item
    : never;
}>;

type Nothing = Record<string, never> | undefined;
type Pages = { cursor?: string; limit?: number };
type Window = { start?: string; end?: string };
type Days = { start: string; end: string; timezone?: string; creator_ids?: string[] };
type Page<Item> = { data: Item[]; next_cursor: string | null };
type OrderType = 'tip' | 'push' | 'private_media' | 'subscription';
type EventType = 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';
type Fan = { account_id: string; fan_id: string };

describe('arguments, answers and items have the contract’s types', () => {
  it('in every group', () => {
    expectTypeOf<keyof Client>().toEqualTypeOf<
      | 'meta'
      | 'creators'
      | 'employees'
      | 'tags'
      | 'orders'
      | 'sentMessages'
      | 'fans'
      | 'insights'
      | 'aiRequests'
      | 'publications'
      | 'analytics'
      | 'webhooks'
      | 'events'
      | 'audit'
      | 'request'
    >();
    expectTypeOf<keyof OperatorClient>().toEqualTypeOf<
      | 'agencies'
      | 'keys'
      | 'portalLinks'
      | 'webhooks'
      | 'records'
      | 'ingestions'
      | 'service'
      | 'publications'
      | 'projections'
      | 'tokens'
      | 'audit'
      | 'encryption'
      | 'metrics'
      | 'meta'
      | 'request'
    >();
  });

  it('meta', () => {
    expectTypeOf<Given<Client['meta']>>().toEqualTypeOf<{
      me: Nothing;
      health: Nothing;
      status: Nothing;
      changelog: Nothing;
      openapi: Nothing;
      docs: Nothing;
      errorPage: { slug: string };
    }>();
    expectTypeOf<Answers<Client['meta']>>().toEqualTypeOf<{
      me: Schemas['Me'];
      health: Schemas['Health'];
      status: Schemas['Status'];
      changelog: Schemas['Changelog'];
      openapi: { [member: string]: unknown };
      docs: string;
      errorPage: string;
    }>();
  });

  it('creators, employees and tags', () => {
    expectTypeOf<Given<Client['creators']>>().toEqualTypeOf<{ list: Nothing; get: { creator_id: string } }>();
    expectTypeOf<Answers<Client['creators']>>().toEqualTypeOf<{ list: { data: Creator[] }; get: Creator }>();
    expectTypeOf<Given<Client['employees']>>().toEqualTypeOf<{ list: Nothing }>();
    expectTypeOf<Answers<Client['employees']>>().toEqualTypeOf<{ list: { data: Employee[] } }>();
    expectTypeOf<Given<Client['tags']>>().toEqualTypeOf<{ list: Nothing }>();
    expectTypeOf<Answers<Client['tags']>>().toEqualTypeOf<{ list: { data: Tag[] } }>();
  });

  it('orders and sent messages', () => {
    expectTypeOf<Given<Client['orders']>>().toEqualTypeOf<{
      list: Plain<{ creator_ids?: string[]; fan_ids?: string[]; order_types?: OrderType[] } & Window & Pages> | undefined;
      get: { order_id: string };
    }>();
    expectTypeOf<Answers<Client['orders']>>().toEqualTypeOf<{ list: Page<Order>; get: Order }>();
    expectTypeOf<Items<Client['orders']>>().toEqualTypeOf<{ listAll: Order }>();
    expectTypeOf<Order['order_type']>().toEqualTypeOf<OrderType>();
    expectTypeOf<Order['refunded_at']>().toEqualTypeOf<string | null>();

    expectTypeOf<Given<Client['sentMessages']>>().toEqualTypeOf<{
      list: Plain<{ user_ids?: string[]; creator_ids?: string[]; sources?: ('messaging' | 'script')[] } & Window & Pages> | undefined;
    }>();
    expectTypeOf<Answers<Client['sentMessages']>>().toEqualTypeOf<{ list: Page<SentMessage> }>();
    expectTypeOf<Items<Client['sentMessages']>>().toEqualTypeOf<{ listAll: SentMessage }>();
    expectTypeOf<SentMessage['sale_status']>().toEqualTypeOf<'purchased' | 'pending' | 'refused' | 'free' | null>();
  });

  it('fans and insights', () => {
    expectTypeOf<Given<Client['fans']>>().toEqualTypeOf<{
      list: Plain<
        {
          account_id: string;
          assigned_user_ids?: string[];
          tag_ids?: string[];
          exclude_tag_ids?: string[];
          has_tags?: boolean | 'true' | 'false';
          statuses?: ('active_subscriber' | 'former_subscriber' | 'interested')[];
          min_spend_cents?: number;
          last_purchase_after?: string;
          last_purchase_before?: string;
          is_online?: boolean | 'true' | 'false';
        } & Pages
      >;
      get: Fan;
      assign: Plain<Fan & { user_id: string }>;
      unassign: Fan;
      setAiLock: Fan;
      releaseAiLock: Fan;
    }>();
    expectTypeOf<Answers<Client['fans']>>().toEqualTypeOf<{
      list: Page<FanRelation>;
      get: FanRelation;
      assign: FanRelation;
      unassign: void;
      setAiLock: FanRelation;
      releaseAiLock: void;
    }>();
    expectTypeOf<Items<Client['fans']>>().toEqualTypeOf<{ listAll: FanRelation }>();

    expectTypeOf<Given<Client['insights']>>().toEqualTypeOf<{
      get: Fan;
      update: Plain<Fan & { note?: string } & ({ 'If-Match'?: string; etag: string } | { 'If-Match': string; etag?: string })>;
    }>();
    expectTypeOf<Answers<Client['insights']>>().toEqualTypeOf<{ get: Insight; update: Insight }>();
    expectTypeOf<Insight>().toEqualTypeOf<{ note: string; etag: string }>();
  });

  it('AI requests and publications', () => {
    expectTypeOf<Given<Client['aiRequests']>>().toEqualTypeOf<{
      list: { limit?: number } | undefined;
      acknowledge: { request_ids: string[] };
    }>();
    expectTypeOf<Answers<Client['aiRequests']>>().toEqualTypeOf<{
      list: { data: AiRequest[] };
      acknowledge: { acknowledged_ids: string[] };
    }>();

    expectTypeOf<Given<Client['publications']>>().toEqualTypeOf<{
      list: Pages | undefined;
      create: { creator_id: string; text?: string; media?: { id: string; type: string }[]; scheduled_at?: string };
      delete: { publication_id: string };
    }>();
    expectTypeOf<Answers<Client['publications']>>().toEqualTypeOf<{ list: Page<Publication>; create: Publication; delete: void }>();
    expectTypeOf<Items<Client['publications']>>().toEqualTypeOf<{ listAll: Publication }>();
    expectTypeOf<Publication['status']>().toEqualTypeOf<'scheduled' | 'published' | 'failed'>();
  });

  it('analytics', () => {
    expectTypeOf<Given<Client['analytics']>>().toEqualTypeOf<{
      revenue: Days;
      revenueTimeseries: Plain<Days & { user_ids?: string[]; granularity?: 'hour' | 'day' | 'week' | 'month'; breakdown?: 'creator' }>;
      creators: Days;
      employees: Days;
    }>();
    expectTypeOf<Answers<Client['analytics']>>().toEqualTypeOf<{
      revenue: Schemas['RevenueSummary'];
      revenueTimeseries: Schemas['RevenueTimeseries'];
      creators: Schemas['CreatorAnalytics'];
      employees: Schemas['EmployeeAnalytics'];
    }>();
    expectTypeOf<Schemas['RevenueSummary']['by_order_type'][number]>().toEqualTypeOf<{
      order_type: OrderType;
      revenue_cents: number;
      orders_count: number;
    }>();
  });

  it('webhooks', () => {
    type Endpoint = { endpoint_id: string };
    type Delivery = { endpoint_id: string; delivery_id: string };
    type Failing = Plain<Endpoint & { event_types?: (EventType | 'ping')[] } & Window & Pages>;
    expectTypeOf<Given<Omit<Client['webhooks'], 'watch'>>>().toEqualTypeOf<{
      list: Nothing;
      create: { url: string; label?: string; enabled_event_types: EventType[]; allowed_creator_ids?: string[] };
      get: Endpoint;
      update: Plain<
        Endpoint & {
          url?: string;
          label?: string;
          enabled_event_types?: EventType[];
          allowed_creator_ids?: string[];
          status?: 'active' | 'disabled';
          ends_with_link?: boolean;
        }
      >;
      delete: Endpoint;
      ping: Endpoint;
      rotateSecret: Plain<Endpoint & { previous_expires_in_seconds?: number }>;
      stats: Plain<Endpoint & Window>;
      listFailures: Failing;
      replayFailure: Plain<Endpoint & { failure_id: string }>;
      replayFailures: Plain<Endpoint & Window & { event_types?: (EventType | 'ping')[]; dry_run?: boolean }>;
      listDeliveries: Plain<Failing & { statuses?: ('pending' | 'delivered' | 'failed')[] }>;
      getDelivery: Delivery;
      getDeliveryRequest: Plain<Delivery & { attempt?: number; version?: string }>;
      figures: Plain<Endpoint & Window & { interval?: 'minute' | 'hour' }>;
      sendTestEvent: Plain<Endpoint & { event_type: EventType }>;
      checkSignature: Plain<Endpoint & { headers: { [name: string]: string }; body: string }>;
    }>();
    expectTypeOf<Answers<Omit<Client['webhooks'], 'watch'>>>().toEqualTypeOf<{
      list: { data: WebhookEndpoint[] };
      create: Plain<WebhookEndpoint & { secret: string }>;
      get: WebhookEndpoint;
      update: WebhookEndpoint;
      delete: void;
      ping: Schemas['WebhookPing'];
      rotateSecret: Schemas['RotatedSecret'];
      stats: { data: Schemas['DeliveryCounter'][] };
      listFailures: Page<WebhookFailure>;
      replayFailure: Schemas['Replay'];
      replayFailures: Schemas['BulkReplayed'];
      listDeliveries: Page<WebhookDelivery>;
      getDelivery: Schemas['WebhookDeliveryDetail'];
      getDeliveryRequest: Schemas['DeliveryRequest'];
      figures: Schemas['WebhookFigures'];
      sendTestEvent: Schemas['WebhookPing'];
      checkSignature: Schemas['SignatureCheck'];
    }>();
    expectTypeOf<Items<Client['webhooks']>>().toEqualTypeOf<{
      listAllFailures: WebhookFailure;
      listAllDeliveries: WebhookDelivery;
    }>();
    expectTypeOf<WebhookEndpoint>().not.toHaveProperty('secret');
  });

  it('events', () => {
    expectTypeOf<Given<Client['events']>>().toEqualTypeOf<{
      list:
        | Plain<
            {
              event_ids?: string[];
              delivery_ids?: string[];
              order_ids?: string[];
              fan_ids?: string[];
              event_types?: (EventType | 'ping')[];
            } & Window &
              Pages
          >
        | undefined;
      get: { event_id: string };
    }>();
    expectTypeOf<Answers<Client['events']>>().toEqualTypeOf<{
      list: Page<Schemas['RecordedEvent']>;
      get: Schemas['RecordedEventWithDeliveries'];
    }>();
    expectTypeOf<Items<Client['events']>>().toEqualTypeOf<{ listAll: Schemas['RecordedEvent'] }>();
    expectTypeOf<ReturnType<Client['webhooks']['watch']>>().toEqualTypeOf<AsyncGenerator<LiveEvent>>();
  });

  it('audit', () => {
    type Action = Schemas['AuditAction'];
    expectTypeOf<Given<Client['audit']>>().toEqualTypeOf<{ list: Plain<Pages & Window & { actions?: Action[] }> | undefined }>();
    expectTypeOf<Answers<Client['audit']>>().toEqualTypeOf<{ list: Page<AuditEntry> }>();
    expectTypeOf<Items<Client['audit']>>().toEqualTypeOf<{ listAll: AuditEntry }>();
    expectTypeOf<Extract<Action, `operator_token.${string}`>>().toBeNever();
  });

  it('the operator’s', () => {
    expectTypeOf<Given<OperatorClient['agencies']>>().toEqualTypeOf<{
      create: { name: string };
      list: Nothing;
      contain: { agency_id: string; since?: string; reason?: string; notice?: string };
      release: { agency_id: string };
      quotas: { agency_id: string };
      changeQuotas: Plain<{ agency_id: string } & OperatorSchemas['AgencyQuotasChange']>;
    }>();
    expectTypeOf<Answers<OperatorClient['agencies']>>().toEqualTypeOf<{
      create: Agency;
      list: { data: Agency[] };
      contain: OperatorSchemas['Containment'];
      release: OperatorSchemas['ContainmentRelease'];
      quotas: OperatorSchemas['AgencyQuotas'];
      changeQuotas: OperatorSchemas['AgencyQuotas'];
    }>();

    expectTypeOf<Given<OperatorClient['keys']>>().toEqualTypeOf<{
      create: {
        agency_id: string;
        label: string;
        scopes: OperatorSchemas['Scope'][];
        creator_ids?: string[];
        expires_at?: string | null;
        api_key?: string;
      };
      list: { agency_id: string };
      revoke: { key_id: string };
      contain: { key_id: string; since?: string; reason?: string; notice?: string };
      release: { key_id: string };
    }>();
    expectTypeOf<Answers<OperatorClient['keys']>>().toEqualTypeOf<{
      create: Plain<ApiKey & { api_key: string }>;
      list: { data: ApiKey[] };
      revoke: void;
      contain: OperatorSchemas['Containment'];
      release: OperatorSchemas['ContainmentRelease'];
    }>();
    expectTypeOf<ApiKey>().not.toHaveProperty('api_key');

    expectTypeOf<Given<OperatorClient['webhooks']>>().toEqualTypeOf<{
      import: {
        agency_id: string;
        url: string;
        label?: string;
        enabled_event_types: EventType[];
        allowed_creator_ids?: string[];
        api_version?: string;
        secret: string;
      };
      list: { agency_id: string };
      setStatus: { endpoint_id: string; status: 'active' | 'disabled' };
      delete: { endpoint_id: string };
    }>();
    expectTypeOf<Answers<OperatorClient['webhooks']>>().toEqualTypeOf<{
      import: WebhookEndpoint;
      list: { data: WebhookEndpoint[] };
      setStatus: WebhookEndpoint;
      delete: void;
    }>();

    expectTypeOf<Given<OperatorClient['tokens']>>().toEqualTypeOf<{
      create: { name: string; scopes: OperatorScope[]; expires_at?: string };
      list: Nothing;
      revoke: { token_id: string };
    }>();
    expectTypeOf<Answers<OperatorClient['tokens']>>().toEqualTypeOf<{
      create: OperatorSchemas['OperatorTokenWithSecret'];
      list: { data: OperatorSchemas['OperatorToken'][] };
      revoke: void;
    }>();
    expectTypeOf<OperatorScope>().toEqualTypeOf<'metrics' | 'ingest' | 'keys' | 'read' | 'all'>();
    expectTypeOf<OperatorSchemas['OperatorToken']>().not.toHaveProperty('token');

    expectTypeOf<Given<OperatorClient['audit']>>().toEqualTypeOf<{
      list: Plain<Pages & Window & { agency_id?: string; actions?: OperatorSchemas['OperatorAuditAction'][] }> | undefined;
    }>();
    expectTypeOf<Items<OperatorClient['audit']>>().toEqualTypeOf<{ listAll: OperatorSchemas['OperatorAuditEntry'] }>();
    expectTypeOf<Answers<OperatorClient['encryption']>>().toEqualTypeOf<{ status: OperatorSchemas['EncryptionStatus'] }>();

    expectTypeOf<Given<OperatorClient['records']>>().toEqualTypeOf<{ ingest: { agency_id: string; records: IncomingRecord[] } }>();
    expectTypeOf<Answers<OperatorClient['records']>>().toEqualTypeOf<{
      ingest: { created: number; updated: number; unchanged: number };
    }>();
    expectTypeOf<IncomingRecord['type']>().toEqualTypeOf<
      'creator' | 'employee' | 'tag' | 'fan' | 'send' | 'order' | 'refund' | 'ai_request'
    >();

    expectTypeOf<Given<OperatorClient['publications']>>().toEqualTypeOf<{
      claim: { limit?: number; lease_seconds?: number } | undefined;
      report: { publication_id: string; lease_id: string; status: 'published' | 'failed'; reason?: string; published_at?: string };
    }>();
    expectTypeOf<Answers<OperatorClient['publications']>>().toEqualTypeOf<{
      claim: { data: { lease_id: string; agency_id: string; publication: Publication }[] };
      report: Publication;
    }>();

    expectTypeOf<Given<OperatorClient['projections']>>().toEqualTypeOf<{ refresh: Nothing }>();
    expectTypeOf<Answers<OperatorClient['projections']>>().toEqualTypeOf<{ refresh: { refreshed_at: string } }>();
    expectTypeOf<Given<OperatorClient['metrics']>>().toEqualTypeOf<{ get: Nothing }>();
    expectTypeOf<Answers<OperatorClient['metrics']>>().toEqualTypeOf<{ get: string }>();
  });
});
