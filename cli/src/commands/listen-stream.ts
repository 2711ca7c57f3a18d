import { createHmac } from 'node:crypto';
import { enumerations, isProblem, type Client, type Schemas } from '@agency-service/sdk';
import { localTime } from '../cells.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { forwardAttempt } from '../forward-attempt.ts';
import { untilInterrupted } from '../interruption.ts';
import { receiveAttempts, type Attempt, type AttemptAnswer } from '../listener-session.ts';
import type { Header } from '../option-values.ts';
import { localUrl } from '../post-locally.ts';
import { publicAccess } from '../settings.ts';
import { eventTypesOf } from '../shared-options.ts';
import { printable } from '../text.ts';

export interface StreamOptions {
  forward?: string;
  header?: Header[];
  status: number;
  eventTypes?: Schemas['WebhookEventType'][];
  eventType?: Schemas['WebhookEventType'][];
  creatorIds?: string[];
  filter?: string;
  count?: number;
}

/** The timeout of the deletion at the end, for which the user waits. */
const deletionTimeoutMs = 5_000;

/** Receives deliveries over a stream, without an address that the service can connect to. */
export async function listenOnStream(context: Context, options: StreamOptions): Promise<void> {
  const { output } = context;
  const forward = options.forward === undefined ? undefined : localUrl(options.forward, '--forward');
  const client = await context.client();
  const secret = secretOf((await publicAccess(context.options, context.surroundings.environment)).apiKey);
  const id = await create(client, secret, options);
  await untilInterrupted(async (signal) => {
    const enough = new AbortController();
    let seen = 0;
    let lastRemedy: string | null = null;
    let wasActive = true;
    output.note(`Deliveries arrive here until this command ends${forward === undefined ? '' : `, and go to ${forward}`}.`);
    output.note(`Their signing secret: ${secret}`);
    output.note('Press Ctrl-C to stop.');
    const session = {
      client,
      listenerId: id,
      async send(attempt: Attempt): Promise<AttemptAnswer> {
        if (forward === undefined) return { status_code: options.status };
        const { answer, remedy } = await forwardAttempt(forward, attempt, '--forward', options.header);
        // A repeated failure is reported once.
        if (remedy !== null && remedy !== lastRemedy) output.note(remedy);
        lastRemedy = remedy;
        return answer;
      },
      onAnswered(attempt: Attempt, answer: AttemptAnswer, durationMs: number, counts: boolean): void {
        if (options.filter === undefined || attempt.event_type.includes(options.filter)) {
          output.entry(...entryOf(attempt, answer, durationMs, counts));
        }
        seen += 1;
        if (seen === options.count) enough.abort();
      },
      onState({ status, disabled_reason: reason, disabled_detail: detail }: Schemas['ListenerState']): void {
        const isActive = status === 'active';
        if (wasActive && !isActive) output.note(`The endpoint is disabled (${detail ?? reason}). Use svc webhooks enable ${id}`);
        if (!wasActive && isActive) output.note('The endpoint is enabled again.');
        wasActive = isActive;
      },
      note: (text: string) => output.note(text),
    };
    try {
      await receiveAttempts(session, AbortSignal.any([signal, enough.signal]));
    } finally {
      await remove(client, id);
    }
  });
}

/** The secret of a key's listeners: the same at every start, so that the program is configured once. It does not reveal the key. */
const secretOf = (apiKey: string): string =>
  `svc_whsec_${createHmac('sha256', apiKey).update('secret of svc listen').digest('base64').slice(0, 32)}`;

async function create(client: Client, secret: string, options: StreamOptions): Promise<string> {
  try {
    const { id } = await client.webhookListeners.create({
      label: 'svc listen',
      enabled_event_types: eventTypesOf(options) ?? enumerations.WebhookEventType.filter((type) => !type.startsWith('endpoint.')),
      ...(options.creatorIds && { allowed_creator_ids: options.creatorIds }),
      secret,
    });
    return id;
  } catch (error) {
    if (!isProblem(error, 'webhook_listener_limit')) throw error;
    const remedy = 'End another svc listen, or delete its endpoint: svc webhooks list shows it, and svc webhooks delete ID deletes it.';
    throw new CommandError(`${error.message}. ${remedy}`, exitCodes.failed, error);
  }
}

async function remove(client: Client, id: string): Promise<void> {
  try {
    await client.webhookListeners.delete({ listener_id: id }, { timeoutMs: deletionTimeoutMs });
  } catch (error) {
    if (isProblem(error, 'unknown_webhook_listener')) return;
    throw new CommandError(`the listener ${id} is not deleted yet. The service deletes it within 15 minutes.`, exitCodes.partlyDone, error);
  }
}

/** The document and the cells of an answered attempt. */
function entryOf(attempt: Attempt, answer: AttemptAnswer, durationMs: number, counts: boolean): [document: object, cells: string[]] {
  const { delivery_id, event_id, event_type, attempt: number, body, headers } = attempt;
  const answered = answer.status_code ?? answer.error ?? 'connection_error';
  const received_at = new Date().toISOString();
  const document = {
    received_at,
    event_type,
    event_id,
    delivery_id,
    attempt: number,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    body,
    answered,
    duration_ms: durationMs,
    counts,
  };
  const cells = [
    localTime(received_at) ?? received_at,
    isSuccess(answer) ? 'delivered' : 'failed',
    String(answered),
    `${durationMs} ms`,
    event_type,
    event_id,
    ...(number > 1 ? [`attempt ${number}`] : []),
    ...(counts ? [] : ['too late: the attempt had timed out']),
  ];
  return [document, cells.map(printable)];
}

const isSuccess = ({ status_code: status }: AttemptAnswer): boolean => status !== undefined && status >= 200 && status < 300;
