import { createClient, type Client, type Schemas } from '@agency-service/sdk';
import type { Context } from '../context.ts';
import { baseUrlOf, publicAccess } from '../settings.ts';

/** A result, or the error of the call. */
export type Outcome<Result> = Result | Error;

/** The responses of the service about itself and the key. */
export interface ServiceFacts {
  readonly baseUrl: string;
  readonly health: Outcome<Schemas['Health']>;
  /** The clock of the service minus this one, in milliseconds; null without a `Date` header. */
  readonly clockOffsetMs: number | null;
  readonly me: Outcome<Schemas['Me']>;
  readonly rateLimit: { readonly remaining: number; readonly limit: number } | null;
  readonly changelog: Outcome<Schemas['Changelog']>;
  /** The operations of the service by their ids. */
  readonly operationIds: Outcome<readonly string[]>;
  /** The client with the key; null without a key. */
  readonly client: Client | null;
}

interface Contract {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string } | undefined>>>>;
}

const attemptTimeoutMs = 10_000;

/** Runs a call, and returns its error as a value. */
export async function attempted<Result>(call: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return await call();
  } catch (error) {
    return error as Error;
  }
}

/** Requests the facts of the service and the key, without retries. */
export async function readServiceFacts({ options, surroundings, connection }: Context): Promise<ServiceFacts> {
  const { environment } = surroundings;
  const baseUrl = await baseUrlOf(options, environment);
  let clockOffsetMs: number | null = null;
  let rateLimit: ServiceFacts['rateLimit'] = null;
  const version = options.serviceVersion ?? environment['SVC_SERVICE_VERSION'];
  const settings = {
    ...connection,
    maxRetries: 0,
    timeoutMs: (options.timeout ?? 0) * 1_000 || attemptTimeoutMs,
    ...(version ? { version } : {}),
    onResponse: ({ headers, durationMs }: { headers: Headers | undefined; durationMs: number }) => {
      clockOffsetMs ??= offsetOf(headers?.get('date'), durationMs);
      rateLimit ??= rateLimitOf(headers);
    },
  };
  const open = createClient({ ...settings, baseUrl, apiKey: 'none' });
  const health = await attempted(() => open.meta.health());
  const access = await attempted(() => publicAccess(options, environment));
  const client = access instanceof Error ? null : createClient({ ...settings, ...access });
  const me = client === null ? (access as Error) : await attempted(() => client.meta.me());
  const changelog = await attempted(() => open.meta.changelog());
  const operationIds = await attempted(async () => idsOf((await open.meta.openapi()) as Contract));
  return { baseUrl, health, clockOffsetMs, me, rateLimit, changelog, operationIds, client };
}

/** The `Date` header has whole seconds. It was written after about half of the request's duration. */
function offsetOf(date: string | null | undefined, durationMs: number): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : at + 500 - (Date.now() - durationMs / 2);
}

/** `"default";r=599;t=60` and `"default";q=600;w=60`. */
function rateLimitOf(headers: Headers | undefined): ServiceFacts['rateLimit'] {
  const [, remaining] = /;r=(\d+)/.exec(headers?.get('ratelimit') ?? '') ?? [];
  const [, limit] = /;q=(\d+)/.exec(headers?.get('ratelimit-policy') ?? '') ?? [];
  return remaining === undefined || limit === undefined ? null : { remaining: Number(remaining), limit: Number(limit) };
}

function idsOf({ paths = {} }: Contract): string[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((operation) => operation?.operationId ?? []));
}
