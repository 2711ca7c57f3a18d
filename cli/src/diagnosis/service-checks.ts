import { isProblem, operations, TimeoutError, UnexpectedResponseError } from '@agency-service/sdk';
import { counted } from '../counted.ts';
import { isWithoutTls, tlsFault } from '../tls-faults.ts';
import { failed, notice, ok, warning, type Checks, type Verdict } from './finding.ts';
import type { ServiceFacts } from './service-facts.ts';

/** A receiver accepts signatures of this age, and the service stamps them with its own clock. */
const signatureSeconds = 300;
const suspiciousSeconds = 5;
const lowestShare = 0.1;
const update = 'Update the command line and the SDK: npm install --global @agency-service/cli@latest';

/** Addresses of this machine. */
export function isLoopback(url: string): boolean {
  return /^((?:[^.]+\.)*localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

/** The checks of the service, from this machine. */
export const serviceChecks: Checks<ServiceFacts> = {
  address: ({ health, baseUrl }) => (health instanceof Error ? unreachable(health, baseUrl) : ok(`The service responds at ${baseUrl}.`)),
  encryption: ({ baseUrl }) => {
    if (baseUrl.startsWith('https:') || isLoopback(baseUrl)) return ok('The key travels encrypted, or on this machine alone.');
    return warning(`${baseUrl} is not encrypted: the API key can be read on its way.`, 'Use an https:// address as --base-url.');
  },
  health: ({ health }) => {
    if (health instanceof Error) return null;
    const broken = health.checks.filter(({ status }) => status !== 'ok').map(({ name, detail }) => `${name} (${detail ?? 'failed'})`);
    if (health.status === 'ok' && broken.length === 0) return ok('Every dependency of the service works.');
    return warning(
      `The service is ${health.status}: ${broken.join(', ')}.`,
      'Wait, and check svc status. Its operator runs svc doctor --server.',
    );
  },
  clock: ({ clockOffsetMs }) => {
    if (clockOffsetMs === null) return null;
    const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000);
    if (seconds <= suspiciousSeconds) return ok('The clocks of this machine and of the service agree.');
    const detail = `The clock of this machine is ${seconds} s ${clockOffsetMs > 0 ? 'behind' : 'ahead of'} the one of the service.`;
    const action = `Synchronize it with NTP: receivers here refuse signatures that seem to be ${signatureSeconds} s away.`;
    return seconds > signatureSeconds ? failed(detail, action) : warning(detail, action);
  },
  'rate limit': ({ rateLimit }) => {
    if (rateLimit === null) return null;
    const { remaining, limit } = rateLimit;
    const detail = `${remaining} of ${limit} requests of this minute are left.`;
    if (remaining >= limit * lowestShare) return ok(detail);
    return warning(detail, 'Find the program that uses them up; let it respect Retry-After, or set pacing of the SDK.');
  },
  version: ({ me, changelog }) => {
    if (isProblem(me, 'unknown_version')) {
      const supported = changelog instanceof Error ? 'svc changelog lists them' : changelog.releases.map(({ name }) => name).join(', ');
      return failed('The service does not know the requested version.', `Use one of its versions as --service-version: ${supported}.`);
    }
    if (me instanceof Error || changelog instanceof Error) return null;
    const { name, date } = me.version;
    const newest = changelog.releases.find(({ current }) => current);
    if (newest === undefined || newest.date <= date) return ok(`The requested version ${name} is the newest one.`);
    return notice(`The requested version is ${name}; ${newest.name} of ${newest.date} is newer.`, 'Read svc changelog, and move to it.');
  },
  software: ({ operationIds, health }) => {
    if (operationIds instanceof Error || health instanceof Error) return null;
    const unknown = operationIds.filter((id) => !Object.hasOwn(operations, id));
    const missing = Object.keys(operations).filter((id) => !operationIds.includes(id));
    if (unknown.length > 0)
      return warning(`The service has ${counted(unknown.length, 'operation')} that this command line does not know.`, update);
    if (missing.length === 0) return ok('This command line knows every operation of the service.');
    return notice(
      `The service is older than this command line: it lacks ${counted(missing.length, 'operation')}.`,
      'Commands that need them fail with not_found until the service is upgraded.',
    );
  },
};

function unreachable(error: Error, baseUrl: string): Verdict {
  const { origin, hostname } = new URL(baseUrl);
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return failed(`Nothing listens at ${origin}.`, 'Check the host and the port of --base-url.');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failed(`The name ${hostname} cannot be resolved.`, 'Check --base-url, and the DNS of this machine.');
  if (isWithoutTls(error)) return failed(`${origin} does not use TLS.`, 'Use http:// in --base-url.');
  const tls = tlsFault({ code });
  if (tls) {
    return failed(
      `The TLS connection to ${origin} fails: ${code}.`,
      tls.fault === 'handshake'
        ? 'Check the TLS versions of the address, and whether it requires a client certificate.'
        : 'Check the certificate of the address. For a CA of your own, set NODE_EXTRA_CA_CERTS to its file.',
    );
  }
  if (error instanceof TimeoutError)
    return failed(`${origin} does not respond in time.`, 'Check firewalls and proxies on the way, and svc status.');
  if (isProblem(error)) return failed(`The service answers ${error.status}: ${error.message}.`, 'Wait, and check svc status.');
  if (error instanceof UnexpectedResponseError) {
    return failed(
      `${origin} does not answer as the service does: ${error.message}`,
      'Check --base-url: a proxy or another program answers there.',
    );
  }
  return failed(`${origin} cannot be reached: ${code || error.message}.`, 'Check the network, and firewalls and proxies on the way.');
}

/** The system error code in an error or its causes. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : codeOf(error.cause);
}
