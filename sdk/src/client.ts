import { bindMethods } from './bind-methods.ts';
import { createCaller, type CallOptions, type ConnectionOptions, type RawAnswer, type RawRequest } from './call.ts';
import { bearer, checkedArguments, checkedHeaderValue, settingOf } from './checks.ts';
import { editInsight, type EditNote, type EditOptions, type FanOfNote } from './edit-insight.ts';
import { operations } from './generated/operations.ts';
import { currentVersion, type Releases } from './generated/release.ts';
import { methods } from './generated/methods.ts';
import type { Methods } from './operation-types.ts';
import type { Insight } from './schemas.ts';

/** The release that this package was generated for. Every request names it unless you set another one. */
export const defaultVersion: string = currentVersion;

/** Settings of {@link createClient}. */
export interface ClientOptions<Version extends string = string> extends ConnectionOptions {
  /** Address of the service, before `/v1`, such as `https://api.example.com`. If it is left out, `SVC_BASE_URL` of the environment. */
  baseUrl?: string;
  /** The API key, with its prefix. If it is left out, `SVC_API_KEY` of the environment. */
  apiKey?: string;
  /**
   * The release of the responses: its name or its date. By default the one that this package was generated for. The types of the client
   * are those of the release.
   */
  version?: Version;
}

/** The operations of a release, by its name or its date; of a text that is none of them, those of the newest. */
export type OperationsOf<Version extends string = string> = Releases[Version extends keyof Releases
  ? Version
  : typeof currentVersion]['operations'];

type ParamsOf<Version extends string> = Releases[Version extends keyof Releases ? Version : typeof currentVersion]['params'];

/** The methods, with those that call several operations. */
type WithEdit<All extends { readonly insights: object }> = Omit<All, 'insights'> & {
  /** Notes on fans. */
  readonly insights: All['insights'] & {
    /**
     * Reads the note on a fan, passes it to your function, and writes what that returns. If another edit came first, it waits, reads and edits
     * again, for at most 30 seconds (`editWithinMs`). Then it rejects with `precondition_failed`, and the message contains the number of tries.
     * Undefined, or the same text, leaves the note unchanged. Returns the stored note.
     * @example
     * await client.insights.edit({ account_id: 'a1', fan_id: 'f1' }, (note) => `${note} Likes jazz.`);
     */
    edit(fan: FanOfNote, edit: EditNote, options?: EditOptions): Promise<Insight>;
  };
};

/** The service's client: a group of methods per kind of resource. */
export interface Client<Version extends string = string> extends WithEdit<
  Methods<OperationsOf<Version>, typeof methods, ParamsOf<Version>>
> {
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
  const bound = bindMethods<OperationsOf<Version>, typeof methods, ParamsOf<Version>>(methods, operations, caller);
  const notes = bound.insights as unknown as Parameters<typeof editInsight>[0];
  const edit = (fan: FanOfNote, make: EditNote, call?: EditOptions) => editInsight(notes, fan, make, call);
  return Object.freeze({
    ...bound,
    insights: Object.freeze({ ...bound.insights, edit }),
    request: caller.request,
  });
}
