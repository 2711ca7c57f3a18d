import { enumerations, isProblem, type Client, type Schemas } from '@agency-service/sdk';
import { localTime } from '../cells.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { forwardAttempt } from '../forward-attempt.ts';
import { untilInterrupted } from '../interruption.ts';
import { readKeys, type KeyBinding } from '../keys-of-terminal.ts';
import { listen, type Attempt, type AttemptAnswer } from '../listener-session.ts';
import { openAddress } from '../open-address.ts';
import { localUrl } from '../post-locally.ts';
import { operatorAccess } from '../settings.ts';
import { printable } from '../text.ts';

export interface StreamOptions {
  readonly forward?: string | undefined;
  readonly status: number;
  readonly eventTypes?: Schemas['WebhookEventType'][] | undefined;
  readonly creatorIds?: string[] | undefined;
  readonly filter?: string | undefined;
  readonly count?: number | undefined;
}

/** The timeout of the deletion at the end, while the user waits. */
const deletionTimeoutMs = 5_000;

/** Receives deliveries over a stream: no address that the service can reach is needed. */
export async function listenOnStream(context: Context, options: StreamOptions): Promise<void> {
  const { output } = context;
  const forward = options.forward === undefined ? undefined : localUrl(options.forward, '--forward');
  const client = await context.client();
  const made = await create(client, options);
  await untilInterrupted(async (signal) => {
    const enough = new AbortController();
    const view = new View(context, client, made.id, options, () => enough.abort());
    const end = AbortSignal.any([signal, enough.signal]);
    const keys = readKeys(context.surroundings.stdin, output.json ? {} : view.keys, end);
    output.note(`Deliveries arrive here until this command ends${forward === undefined ? '' : `, and go to ${forward}`}.`);
    output.note(`Their signing secret: ${made.secret}`);
    output.note(keys && !output.json ? `Keys: ${view.help}` : 'Press Ctrl-C to stop.');
    let last: string | null = null;
    try {
      await listen(
        {
          client,
          listenerId: made.id,
          async send(attempt): Promise<AttemptAnswer> {
            if (forward === undefined) return { status_code: options.status };
            const { answer, remedy } = await forwardAttempt(forward, attempt);
            // The same failure of every delivery is reported once.
            if (remedy !== null && remedy !== last) output.note(remedy);
            last = remedy;
            return answer;
          },
          onAnswered: (attempt, answer, durationMs, counts) => view.show(attempt, answer, durationMs, counts),
          onState: (state) => view.showState(state),
          onBroken: (reason) => output.note(`The stream broke (${reason}). Reconnecting; deliveries wait meanwhile.`),
          onRestored: () => output.note('The stream is open again.'),
          onNote: (text) => output.note(text),
        },
        end,
      );
    } finally {
      enough.abort();
      await remove(client, made.id);
    }
  });
}

async function create(client: Client, { eventTypes, creatorIds }: StreamOptions): Promise<Schemas['WebhookListener']> {
  try {
    return await client.webhookListeners.create({
      label: 'svc listen',
      enabled_event_types: eventTypes ?? enumerations.WebhookEventType.filter((type) => !type.startsWith('endpoint.')),
      ...(creatorIds && { allowed_creator_ids: creatorIds }),
    });
  } catch (error) {
    if (!isProblem(error, 'webhook_listener_limit')) throw error;
    const what = 'End another svc listen, or delete its endpoint: svc webhooks list shows it, and svc webhooks delete ID deletes it.';
    throw new CommandError(`${error.message}. ${what}`, exitCodes.failed, error);
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

/** What the user sees, and what keys do with it. */
class View {
  readonly keys: Readonly<Record<string, KeyBinding>>;
  readonly #context: Context;
  readonly #client: Client;
  readonly #id: string;
  readonly #most: number | undefined;
  readonly #onEnough: () => void;
  #filter: string | undefined;
  #filterAt = -1;
  #seen = 0;
  #latest: Attempt | undefined;
  #wasActive = true;
  readonly #types = new Set<string>();

  constructor(context: Context, client: Client, id: string, { filter, count }: StreamOptions, onEnough: () => void) {
    this.#context = context;
    this.#client = client;
    this.#id = id;
    this.#most = count;
    this.#filter = filter;
    this.#onEnough = onEnough;
    this.keys = {
      r: { label: 'resend the last delivery', press: () => this.#resend() },
      f: { label: 'show the next event type only', press: () => this.#nextFilter() },
      e: { label: 'enable the endpoint again', press: () => this.#enable() },
      o: { label: 'open it in the console', press: () => this.#open() },
      q: { label: 'quit', press: onEnough },
    };
  }

  get help(): string {
    return Object.entries(this.keys)
      .map(([key, { label }]) => `${key} ${label}`)
      .join(', ');
  }

  show(attempt: Attempt, answer: AttemptAnswer, durationMs: number, counts: boolean): void {
    const { output } = this.#context;
    this.#latest = attempt;
    this.#types.add(attempt.event_type);
    this.#seen += 1;
    if (this.#filter === undefined || attempt.event_type.includes(this.#filter)) {
      const answered = answer.status_code ?? answer.error ?? 'connection_error';
      const receivedAt = new Date().toISOString();
      const headers = Object.fromEntries(attempt.headers.map(({ name, value }) => [name, value]));
      const { delivery_id, event_id, event_type, body } = attempt;
      const document = { received_at: receivedAt, event_type, event_id, delivery_id, attempt: attempt.attempt, headers, body, answered };
      const cells = [
        localTime(receivedAt) ?? receivedAt,
        isSuccess(answer) ? 'delivered' : 'failed',
        String(answered),
        `${durationMs} ms`,
        event_type,
        event_id,
        ...(attempt.attempt > 1 ? [`attempt ${attempt.attempt}`] : []),
        ...(counts ? [] : ['too late: the attempt had timed out']),
      ];
      output.entry({ ...document, duration_ms: durationMs, counts }, cells.map(printable));
    }
    if (this.#seen === this.#most) this.#onEnough();
  }

  showState({ status, disabled_reason: reason, disabled_detail: detail }: Schemas['ListenerState']): void {
    const isActive = status === 'active';
    if (!isActive && this.#wasActive) {
      const what = !this.#context.output.json && this.#context.surroundings.stdin.isTTY ? 'Press e to enable it, or use' : 'Use';
      this.#context.output.note(`The endpoint is disabled (${detail ?? reason}). ${what} svc webhooks enable ${this.#id}`);
    } else if (isActive && !this.#wasActive) this.#context.output.note('The endpoint is enabled again.');
    this.#wasActive = isActive;
  }

  async #resend(): Promise<void> {
    const latest = this.#latest;
    if (!latest) return this.#context.output.note('Nothing has arrived yet.');
    await this.#attempted(async () => {
      await this.#client.webhooks.resendDelivery({ endpoint_id: this.#id, delivery_id: latest.delivery_id });
      this.#context.output.note(`Resending ${latest.event_type} ${latest.event_id}.`);
    });
  }

  async #enable(): Promise<void> {
    await this.#attempted(async () => void (await this.#client.webhooks.update({ endpoint_id: this.#id, status: 'active' })));
  }

  #nextFilter(): void {
    const types = [...this.#types].sort();
    this.#filterAt = this.#filterAt + 1 >= types.length ? -1 : this.#filterAt + 1;
    this.#filter = types[this.#filterAt];
    this.#context.output.note(this.#filter === undefined ? 'Showing all event types.' : `Showing ${this.#filter} only.`);
  }

  async #open(): Promise<void> {
    await this.#attempted(async () => {
      const { options, surroundings, output } = this.#context;
      const { operatorUrl } = await operatorAccess(options, surroundings.environment);
      const { agency } = await this.#client.meta.me();
      const address = `${operatorUrl}/console/agencies/${agency.id}/endpoints/${this.#id}`;
      output.note(`Opening ${address}`);
      openAddress(address);
    });
  }

  /** What a key cannot do is reported, and ends nothing. */
  async #attempted(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#context.output.note((error as Error).message);
    }
  }
}

const isSuccess = ({ status_code: status }: AttemptAnswer): boolean => status !== undefined && status >= 200 && status < 300;
