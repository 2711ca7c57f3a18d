import { ConfigError } from './config-error.ts';
import type { Environment } from './setting-files.ts';

/** Variables of libpq that complete an address. `pg` itself reads those of `readByClient`. */
const parameterOf = {
  PGHOST: 'host',
  PGPORT: 'port',
  PGSSLMODE: 'sslmode',
  PGSSLROOTCERT: 'sslrootcert',
  PGSSLCERT: 'sslcert',
  PGSSLKEY: 'sslkey',
  PGTARGETSESSIONATTRS: 'target_session_attrs',
} as const;
const readByClient = ['PGUSER', 'PGPASSWORD', 'PGPASSFILE', 'PGDATABASE'];
const used = [...Object.keys(parameterOf), ...readByClient];

/** Variables that change the connections of libpq and not those of the service. */
const refused = [
  ...['PGHOSTADDR', 'PGSERVICE', 'PGOPTIONS', 'PGAPPNAME', 'PGCONNECT_TIMEOUT', 'PGCLIENTENCODING', 'PGDATESTYLE', 'PGTZ', 'PGGEQO'],
  ...['PGREQUIREPEER', 'PGREQUIREAUTH', 'PGCHANNELBINDING', 'PGREQUIRESSL', 'PGSSLNEGOTIATION', 'PGSSLCOMPRESSION', 'PGSSLCERTMODE'],
  ...['PGSSLCRL', 'PGSSLCRLDIR', 'PGSSLSNI', 'PGSSLMINPROTOCOLVERSION', 'PGSSLMAXPROTOCOLVERSION', 'PGGSSENCMODE', 'PGGSSDELEGATION'],
  ...['PGGSSLIB', 'PGKRBSRVNAME', 'PGLOADBALANCEHOSTS', 'PGMINPROTOCOLVERSION', 'PGMAXPROTOCOLVERSION'],
];

type Parameter = (typeof parameterOf)[keyof typeof parameterOf];

/** Accepted values, with the meaning that they have for psql. An address accepts more values. */
const accepted: Partial<Record<Parameter, { readonly values: RegExp; readonly text: string }>> = {
  port: { values: /^\d{1,5}$/, text: 'a port number' },
  sslmode: { values: /^(disable|require|verify-ca|verify-full)$/, text: 'disable, require, verify-ca, verify-full' },
  target_session_attrs: { values: /^(read-write|primary|any)$/, text: 'read-write, primary, any' },
};

/** Throws for a variable that psql would apply and the service does not. */
export function refuseLibpqVariables(env: Environment): void {
  const variable = refused.find((name) => env[name]);
  if (variable) throw new ConfigError(variable, 'is set and has no effect here', `with DATABASE_URL, ${used.join(', ')}; unset it`);
}

/** The environment's value of a parameter that an address lacks. */
export function libpqDefault(env: Environment, parameter: Parameter): string | undefined {
  const [variable] = Object.entries(parameterOf).find(([, name]) => name === parameter)!;
  const value = env[variable];
  if (!value) return undefined;
  const rule = accepted[parameter];
  if (rule && !rule.values.test(value))
    throw new ConfigError(variable, `is ${JSON.stringify(value)}`, `${rule.text}, or ${parameter} in the address of the database`);
  return value;
}

/** Removes variables that `pg` and PostgreSQL's programs would read although the service does not use them. The embedded database uses none. */
export function forgetLibpqVariables(env: NodeJS.ProcessEnv, isEmbedded: boolean): void {
  for (const name of Object.keys(env)) if (name.startsWith('PG') && (isEmbedded || !used.includes(name))) delete env[name];
}
