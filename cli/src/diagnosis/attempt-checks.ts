import { attemptErrors } from '@agency-service/sdk';
import { attemptText } from '../await-delivery.ts';
import { counted } from '../counted.ts';
import type { EndpointFacts, FailedAttempt } from './endpoint-facts.ts';
import { failed, type Checks, type Verdict } from './finding.ts';

/** A mistake of a receiver, the failed attempts that show it, and the remedy. */
interface Mistake {
  readonly matches: (attempt: FailedAttempt) => boolean;
  readonly meaning: string;
  readonly action: string;
}

const isKnown = (detail: string | null): boolean => detail !== null && Object.hasOwn(attemptErrors, detail);

/** The `error_detail` values that have a check of their own. */
const ofError =
  (...errors: FailedAttempt['error'][]) =>
  ({ error, error_detail: detail }: FailedAttempt): boolean =>
    errors.includes(error) && !isKnown(detail);
const ofStatus =
  (...statuses: number[]) =>
  ({ status_code: status }: FailedAttempt): boolean =>
    status !== null && statuses.includes(status);

/** The statuses that have a check of their own. All 5xx share one. */
const statusesOf = { path: [404, 405, 410], access: [401, 403, 407], signature: [400], bodySize: [413], rateLimit: [429] };

const mistakes = {
  'receiver certificate': {
    matches: ofError('tls_error'),
    meaning: 'TLS connections to it fail',
    action: 'Check its certificate and its TLS versions, for example with openssl s_client.',
  },
  'receiver redirect': {
    matches: ofError('redirect'),
    meaning: 'it redirects, and redirects are not followed',
    action: 'Change the URL of the endpoint to the one that it redirects to, such as with https, with or without the last slash.',
  },
  'receiver address': {
    matches: ofError('destination_forbidden'),
    meaning: 'its host does not resolve to public addresses',
    action: 'Correct the host of the URL or its DNS. For a private network, use svc listen.',
  },
  'receiver connection': {
    matches: ofError('connection_error'),
    meaning: 'connections to it fail',
    action: 'Start the receiver, and open its port in firewalls.',
  },
  'receiver timeout': {
    matches: ofError('timeout'),
    meaning: 'it does not respond in time',
    action: 'Respond with 2xx first, and do the work afterwards.',
  },
  'receiver path': {
    matches: ofStatus(...statusesOf.path),
    meaning: 'its path or its method does not exist',
    action: 'Correct the path of the URL, and accept POST there.',
  },
  'receiver access': {
    matches: ofStatus(...statusesOf.access),
    meaning: 'it asks for a login: usually a proxy in front of it',
    action:
      'Let requests to this path pass without a login: the signature authenticates them. Add the service to the allow-list of a firewall.',
  },
  'receiver signature': {
    matches: ofStatus(...statusesOf.signature),
    meaning: 'it refuses the delivery: usually because of the signature',
    action: 'Capture a delivery and run svc webhooks check-signature ENDPOINT FILE: it shows whether the secret or the body is wrong.',
  },
  'receiver body size': {
    matches: ofStatus(...statusesOf.bodySize),
    meaning: 'it refuses the size of the body',
    action: 'Accept bodies of 1 MB.',
  },
  'receiver rate limit': {
    matches: ofStatus(...statusesOf.rateLimit),
    meaning: 'it limits the rate of requests',
    action: 'Exempt the service from the limit, or queue events and respond at once.',
  },
  'receiver error': {
    matches: ({ status_code: status }) => status !== null && status >= 500,
    meaning: 'it fails, or the program behind its proxy is missing',
    action: 'Read the log of the receiver at the time of the attempt, and fix it.',
  },
  'receiver response': {
    matches: ({ error, status_code: status }) =>
      error === 'http_status' && status !== null && status < 500 && !Object.values(statusesOf).flat().includes(status),
    meaning: 'it responds with another status than 2xx',
    action: 'Respond with 2xx to every event, also to those that you do not use.',
  },
} satisfies Readonly<Record<string, Mistake>>;

const plain = (markdown: string): string => markdown.replaceAll('`', '');
const asClause = (text: string): string => plain(text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, ''));

/** One check for each `error_detail`, with the texts of the contract. If the receiver sent a status, the check of the status applies. */
const details = Object.fromEntries(
  Object.entries(attemptErrors).map(([code, { description, advice }]): [string, Mistake] => [
    `receiver ${code.replaceAll('_', ' ')}`,
    {
      matches: ({ status_code: status, error_detail: detail }) => status === null && detail === code,
      meaning: asClause(description),
      action: plain(advice),
    },
  ]),
);

/** The checks of an endpoint's failed attempts. */
export const attemptChecks: Checks<EndpointFacts> = Object.fromEntries(
  Object.entries<Mistake>({ ...details, ...mistakes }).map(([name, mistake]) => [
    name,
    (facts: EndpointFacts) => verdictOn(mistake, facts),
  ]),
);

function verdictOn({ matches, meaning, action }: Mistake, { failedAttempts }: EndpointFacts): Verdict | null {
  const found = failedAttempts.filter(matches);
  const [last] = found;
  if (last === undefined) return null;
  const detail = `${counted(found.length, 'attempt')} failed: ${meaning}. The last one, at ${last.attempted_at}: ${attemptText(last)}`;
  return failed(detail, action);
}
