import { bindMethods } from './bind-methods.ts';
import { createCaller, type CallOptions, type ConnectionOptions, type RawAnswer, type RawRequest } from './call.ts';
import { bearer, checkedArguments, checkedHeaderValue, settingOf } from './checks.ts';
import { editInsight, type NoteEdits } from './edit-insight.ts';
import type { Groups } from './generated/groups.ts';
import { operations } from './generated/operations.ts';
import { currentVersion, type Releases } from './generated/release.ts';
import { methods } from './generated/methods.ts';

/** The release that this package was generated for. Every request names it unless you set another one. */
export const defaultVersion: string = currentVersion;

/** Settings of {@link createClient}. */
export interface ClientOptions<Version extends string = string> extends ConnectionOptions {
  /** Address of the service, before `/v1`, such as `https://api.example.com`. If it is left out, `SVC_BASE_URL` of the environment. */
  baseUrl?: string;
  /** The API key, with its prefix. If it is left out, `SVC_API_KEY` of the environment. A function that returns it is called before each attempt. */
  apiKey?: string | (() => string | Promise<string>);
  /**
   * The release of the responses: its name or its date. By default the one that this package was generated for. The types of the client
   * are those of the release.
   */
  version?: Version;
}

type ReleaseOf<Version extends string> = Releases[Version extends keyof Releases ? Version : typeof currentVersion];

/** The methods of a release, with those that call several operations. */
type GroupsOf<Version extends string> = {
  readonly [Group in keyof Groups]: ReleaseOf<Version>['groups'][Group] & (Group extends 'insights' ? NoteEdits : unknown);
};

/** The service's client: a group of methods per kind of resource. */
export interface Client<Version extends string = string> extends GroupsOf<Version> {
  /**
   * Sends your own request with the client's key and version, and returns the response whatever its status. The client
   * retries it like the methods, but PATCH and DELETE only if the first request had no effect.
   */
  request(request: RawRequest, options?: CallOptions): Promise<RawAnswer>;
}

/**
 * Creates a client of the service.
 *
 * It retries after 429 with `Retry-After`, and after 5xx, broken connections and timeouts if the operation may be
 * repeated, and returns its true result. Errors are `ProblemError` (returned by the service), `ConnectionError`, `TimeoutError`,
 * `AbortError`, `UnexpectedResponseError` or `InvalidArgumentError` (nothing was sent); all are `ServiceError`.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', apiKey: process.env.SVC_API_KEY! });
 * for await (const order of client.orders.listAll({ order_types: ['tip'] })) console.log(order.amount_cents);
 */
export function createClient<const Version extends string = string>(options: ClientOptions<Version> = {}): Client<Version> {
  const { baseUrl: _baseUrl, apiKey: _apiKey, version = defaultVersion, ...connection } = checkedArguments(options);
  const caller = createCaller(
    { url: settingOf(options, 'baseUrl', 'SVC_BASE_URL'), name: 'baseUrl' },
    {
      authorization: bearer(settingOf(options, 'apiKey', 'SVC_API_KEY'), 'apiKey'),
      'service-version': checkedHeaderValue('version', version),
    },
    connection,
  );
  const bound = bindMethods<Groups>(methods, operations, caller);
  const edit: NoteEdits['edit'] = (fan, make, call) => editInsight(bound.insights, fan, make, call);
  // Each release has the same methods, with other types.
  const client: unknown = Object.freeze({
    ...bound,
    insights: Object.freeze({ ...bound.insights, edit }),
    request: caller.request,
  });
  return client as Client<Version>;
}
