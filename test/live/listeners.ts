import { receiveAttempts, type Attempt, type AttemptAnswer } from '../../cli/src/listener-session.ts';
import type { Client, Schemas } from '../../sdk/src/index.ts';

/** A listener as `svc listen` has it, with a function in place of the local program. */
export class Listening {
  readonly attempts: Attempt[] = [];
  readonly answered: { readonly attempt: Attempt; readonly counts: boolean }[] = [];
  readonly states: Schemas['ListenerState'][] = [];
  readonly notes: string[] = [];
  readonly client: Client;
  readonly id: string;
  readonly secret: string;
  readonly ended: Promise<unknown>;
  readonly #end = new AbortController();

  constructor(
    client: Client,
    id: string,
    secret: string,
    answer: (attempt: Attempt) => AttemptAnswer | Promise<AttemptAnswer> = () => ({ status_code: 204 }),
  ) {
    this.client = client;
    this.id = id;
    this.secret = secret;
    this.ended = receiveAttempts(
      {
        client,
        listenerId: id,
        send: async (attempt) => {
          this.attempts.push(attempt);
          return answer(attempt);
        },
        onAnswered: (attempt, _answer, _durationMs, counts) => this.answered.push({ attempt, counts }),
        onState: (state) => this.states.push(state),
        note: (text) => this.notes.push(text),
      },
      this.#end.signal,
    ).catch((error: unknown) => error);
  }

  /** How often the stream broke. */
  get breaks(): number {
    return this.notes.filter((note) => note.startsWith('The stream broke')).length;
  }

  static async create(
    client: Client,
    answer?: (attempt: Attempt) => AttemptAnswer | Promise<AttemptAnswer>,
    wanted: Partial<Schemas['WebhookListenerCreate']> = {},
  ): Promise<Listening> {
    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'], ...wanted });
    return new Listening(client, id, secret, answer);
  }

  close(): Promise<unknown> {
    this.#end.abort();
    return this.ended;
  }
}
