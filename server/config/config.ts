import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isCidr, isLocal, isProxy, localRanges } from './address-ranges.ts';
import { ConfigError } from './config-error.ts';
import { refuseLibpqVariables } from './libpq-variables.ts';
import { acceptedPostgresUrl, primaryUrl, replicaUrls } from './postgres-url.ts';
import { withSecretFiles, type Environment } from './setting-files.ts';
import { commaList, host, httpUrl, isHttpUrl, listOf, number, oneOf, port, readSetting, wholeNumber } from './settings.ts';
import { strictBytes } from '../lib/strict-bytes.ts';
import { readTraceSettings } from './trace-settings.ts';

/** `auto` detects whether the database has Citus. */
export type DatabaseEngine = (typeof databaseEngines)[number];

const databaseEngines = ['auto', 'postgres', 'citus'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Config = ReturnType<typeof readConfig>;

export { ConfigError };

const plainKey = { bytes: 32, accepted: 'the base64 form of 32 bytes, as `openssl rand -base64 32` prints it' };
const wrappedKey = {
  bytes: 40,
  accepted: 'with ENCRYPTION_KEY_WRAPPING_FILE the base64 form of 40 bytes, as `npm run wrap-key` prints it',
};

/** The bytes of a key in base64; undefined for any other text or length. */
export function keyOf(text: string, bytes = plainKey.bytes): Buffer | undefined {
  const key = strictBytes(text, 'base64');
  return key?.length === bytes ? key : undefined;
}

function encryptionKeys(env: Environment) {
  const wrappingFile = env.ENCRYPTION_KEY_WRAPPING_FILE || undefined;
  const { bytes, accepted } = wrappingFile ? wrappedKey : plainKey;
  const encryptionKey = readSetting(env, 'ENCRYPTION_KEY', accepted, (text) => keyOf(text, bytes));
  const needing = wrappingFile ? 'ENCRYPTION_KEY_WRAPPING_FILE' : 'DATABASE_URL';
  if (!encryptionKey && env[needing]) throw new ConfigError('ENCRYPTION_KEY', `is required with ${needing}`, accepted);
  const parse = (text: string) => {
    const keys = commaList(text).map((each) => keyOf(each, bytes));
    return keys.every((key) => key !== undefined) ? keys : undefined;
  };
  const encryptionKeysPrevious = readSetting(env, 'ENCRYPTION_KEYS_PREVIOUS', `comma-separated, each ${accepted}`, parse) ?? [];
  const acceptedIds = 'comma-separated key ids, each 8 hexadecimal digits, as the start error and the encryption status show them';
  const encryptionKeysLost =
    readSetting(
      env,
      'ENCRYPTION_KEYS_LOST',
      acceptedIds,
      listOf((id) => /^[0-9a-f]{8}$/.test(id)),
    ) ?? [];
  return {
    /** 32 bytes; the 40 of a wrapped key with `encryptionKeyWrappingFile`, as the previous ones. */
    encryptionKey,
    /** Former encryption keys, which decrypt older data. */
    encryptionKeysPrevious,
    /** Ids of lost keys. The service starts although data encrypted with them stays unreadable. */
    encryptionKeysLost,
    /** The file of the key that wraps the encryption keys. */
    encryptionKeyWrappingFile: wrappingFile && resolve(wrappingFile),
  };
}

export const acceptedOperatorToken = '24 to 256 visible ASCII characters, as `openssl rand -base64 24` prints them';

/** The token permits everything, so it must be hard to guess. */
export function isOperatorToken(text: string): boolean {
  return /^[\x21-\x7e]{24,256}$/.test(text);
}

function tokens(env: Environment) {
  const token = (variable: string) =>
    readSetting(env, variable, acceptedOperatorToken, (text) => (isOperatorToken(text) ? text : undefined));
  const [operatorToken, metricsToken] = [token('OPERATOR_TOKEN'), token('METRICS_TOKEN')];
  if (metricsToken !== undefined && metricsToken === operatorToken)
    throw new ConfigError('METRICS_TOKEN', 'is the same as OPERATOR_TOKEN, which has every scope', 'a token of its own');
  return { operatorToken, metricsToken };
}

/** With `DATABASE_URL`, which development does not use, only local ranges are accepted, so that the destination guard stays effective. */
function devDestinations(env: Environment): string[] {
  const isAccepted = env.DATABASE_URL ? (text: string) => isCidr(text) && isLocal(text) : isCidr;
  const accepted = env.DATABASE_URL
    ? `with DATABASE_URL, comma-separated CIDR ranges within ${localRanges.join(', ')}`
    : 'comma-separated CIDR ranges, for example 127.0.0.0/8,::1/128';
  return readSetting(env, 'DEV_DESTINATIONS', accepted, listOf(isAccepted)) ?? [];
}

const acceptedOperatorWebhook =
  'an absolute https URL without user and fragment, also of a private host; http only for localhost and private addresses';

/** The operator chooses the host, so it may be private. Plain HTTP must not leave the private network. */
function operatorWebhookUrl(text: string): string | undefined {
  const url = isHttpUrl(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password) return undefined;
  const address = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isPrivate = address === 'localhost' || (isIP(address) !== 0 && isLocal(`${address}/${isIP(address) === 4 ? 32 : 128}`));
  return url.protocol === 'https:' || isPrivate ? url.href : undefined;
}

const acceptedWebhookSecret =
  '`svc_whsec_` and the base64 form of 24 random bytes, as `echo svc_whsec_$(openssl rand -base64 24)` prints it';

function operatorWebhook(env: Environment) {
  const url = readSetting(env, 'OPERATOR_WEBHOOK_URL', acceptedOperatorWebhook, operatorWebhookUrl);
  const isSecret = (text: string) => /^svc_whsec_[A-Za-z0-9+/]{32}$/.test(text);
  const secret = readSetting(env, 'OPERATOR_WEBHOOK_SECRET', acceptedWebhookSecret, (text) => (isSecret(text) ? text : undefined));
  if (url === undefined) {
    if (secret === undefined) return undefined;
    throw new ConfigError('OPERATOR_WEBHOOK_SECRET', 'is set without OPERATOR_WEBHOOK_URL', 'both or neither');
  }
  if (secret === undefined)
    throw new ConfigError('OPERATOR_WEBHOOK_SECRET', 'is required with OPERATOR_WEBHOOK_URL', acceptedWebhookSecret);
  return { url, secret };
}

const acceptedProxies = 'comma-separated addresses and CIDR ranges of proxies, but no /0 range, for example 10.0.0.0/8,fd00::/8';

const acceptedHosts = 'comma-separated host names and IP addresses, without ports and wildcards';

const isHost = (name: string) => isIP(name) !== 0 || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(name);

const acceptedBrands = 'one word of ASCII letters and digits that begins with a letter, other than Service and Webhook';

/** Deliveries have headers with the two refused names: a receiver would join both values. */
function brand(text: string): string | undefined {
  return /^(?!(?:service|webhook)$)[a-z][a-z0-9]{0,30}$/i.test(text) ? text : undefined;
}

function urlOf(hostName: string, portNumber: number): string {
  const reachable = hostName === '0.0.0.0' || hostName === '::' ? '127.0.0.1' : hostName;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${portNumber}`;
}

/** The ports, and the addresses that follow from them. */
function addresses(env: Environment, hosts: { readonly api: string; readonly operator: string }, port: number, operatorPort: number) {
  const publicUrl = httpUrl(env, 'PUBLIC_URL') ?? urlOf(hosts.api, port);
  const operatorListenerUrl = urlOf(hosts.operator, operatorPort);
  return {
    port,
    operatorPort,
    /** The address of the operator listener on this machine. */
    operatorListenerUrl,
    /** The same, or the address that operators use. */
    operatorUrl: httpUrl(env, 'OPERATOR_URL') ?? operatorListenerUrl,
    publicUrl,
    /** The documentation; with `DOCS_URL`, its page about versions. */
    docsUrl: httpUrl(env, 'DOCS_URL') ?? `${publicUrl}/docs`,
    /** The page about versions. */
    versionsUrl: httpUrl(env, 'DOCS_URL') ?? `${publicUrl}/docs/versions`,
    errorsBase: httpUrl(env, 'ERRORS_BASE') ?? `${publicUrl}/errors`,
  };
}

/** Reads every setting, or throws a `ConfigError` for the first wrong one. The first start creates absent keys in `dataDir`. */
export function readConfig(environment: Environment, isTerminal: boolean) {
  const env = withSecretFiles(environment);
  const apiHost = host(env, 'HOST');
  const apiPort = port(env, 'PORT', 8080);
  const operatorHost = host(env, 'OPERATOR_HOST');
  const operatorPort = port(env, 'OPERATOR_PORT', 8081);
  const role = oneOf(env, 'ROLE', ['api', 'worker', 'all'], 'all');
  if (role !== 'worker' && apiPort === operatorPort && apiPort !== 0 && apiHost === operatorHost) {
    throw new ConfigError('OPERATOR_PORT', `is ${operatorPort}, the same as PORT`, 'another port number, or another OPERATOR_HOST');
  }
  if (env.DATABASE_URL) refuseLibpqVariables(env);
  const addressIn = (variable: string) => readSetting(env, variable, acceptedPostgresUrl, (text) => primaryUrl(text, { variable, env }));
  const [databaseUrl, databaseDirectUrl] = [addressIn('DATABASE_URL'), addressIn('DATABASE_DIRECT_URL')];
  const replicaUrlsIn = (text: string) => replicaUrls(text, { variable: 'DATABASE_REPLICA_URLS', env });
  if (databaseDirectUrl && !databaseUrl) {
    throw new ConfigError('DATABASE_DIRECT_URL', 'is set without DATABASE_URL', 'the database in DATABASE_URL without its pooler');
  }
  if (env.DATABASE_REPLICA_URLS && !databaseUrl) {
    throw new ConfigError('DATABASE_REPLICA_URLS', 'is set without DATABASE_URL', 'replicas of the database in DATABASE_URL');
  }
  const cores = availableParallelism();
  const count = (text: string) => (text === 'auto' ? cores : wholeNumber(1, 64)(text));
  const processes = readSetting(env, 'PROCESSES', 'auto (one for each core), or a whole number from 1 to 64', count) ?? 1;
  const coresOfProcess = Math.max(1, Math.floor(cores / processes));
  const hosts = { api: apiHost, operator: operatorHost };
  const settings = {
    host: apiHost,
    operatorHost,
    ...tokens(env),
    /** Undefined for an embedded PostgreSQL under `dataDir`. */
    databaseUrl,
    /** The same database without a pooler; undefined if `databaseUrl` has none. */
    databaseDirectUrl,
    databaseReplicaUrls: readSetting(env, 'DATABASE_REPLICA_URLS', `comma-separated, each ${acceptedPostgresUrl}`, replicaUrlsIn) ?? [],
    databaseEngine: oneOf(env, 'DATABASE_ENGINE', databaseEngines, 'auto'),
    /** Connections that this process may open to the primary database. */
    databaseConnections: number(env, 'DATABASE_CONNECTIONS', 24, 9_999) ?? 30,
    dataDir: resolve(env.DATA_DIR || '.data'),
    ...encryptionKeys(env),
    role,
    /** `never`: a start requires that `npm run migrate` has migrated the database. */
    migrate: oneOf(env, 'MIGRATE', ['auto', 'never'], 'auto'),
    /** Service processes on this machine. Several have a parent. */
    processes,
    /** Cores for each process. */
    cores: coresOfProcess,
    workerConcurrency: number(env, 'WORKER_CONCURRENCY', 1, 9_999) ?? 64 * coresOfProcess,
    /** From the signal to stop until the listeners close. Meanwhile the process is not ready, and serves requests. */
    drainSeconds: number(env, 'DRAIN_SECONDS', 0, 600) ?? 0,
    demo: oneOf(env, 'DEMO', ['0', '1'], databaseUrl ? '0' : '1') === '1',
    ...addresses(env, hosts, apiPort, operatorPort),
    /** Further accepted values of `Host`. */
    operatorAllowedHosts: readSetting(env, 'OPERATOR_ALLOWED_HOSTS', acceptedHosts, listOf(isHost)) ?? [],
    formerBrand: readSetting(env, 'FORMER_BRAND', acceptedBrands, brand) ?? 'Legacy',
    /** Private CIDR ranges that deliveries may be sent to, also over plain HTTP. */
    devDestinations: devDestinations(env),
    /** CIDR ranges and addresses of proxies whose `x-forwarded-for` counts. */
    trustedProxies: readSetting(env, 'TRUSTED_PROXIES', acceptedProxies, listOf(isProxy)) ?? [],
    operatorWebhook: operatorWebhook(env),
    /** Undefined if no traces are exported. */
    traces: readTraceSettings(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    logFormat: oneOf(env, 'LOG_FORMAT', ['pretty', 'json'], isTerminal ? 'pretty' : 'json'),
    /** The settings with the ports on which the service listens: port 0 is any free one. */
    withPorts(this: void, port: number, operatorPort: number) {
      return { ...settings, ...addresses(env, hosts, port, operatorPort) };
    },
  };
  return settings;
}
