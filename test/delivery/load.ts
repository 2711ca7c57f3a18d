import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import type { Rig } from './rig.ts';

export interface LoadOptions {
  readonly endpoints: number;
  /** Endpoints among them that fail their first attempts, and every fourth delivery for good. */
  readonly failing: number;
  /** Deliveries under way at once. */
  readonly depth: number;
}

const factsAtOnce = 10;
const mostAttempts = 4;

/** Facts that are published through a rig's outbox, for its deliverers to claim, as fast as deliveries end. */
export class Load {
  readonly #rig: Rig;
  readonly #options: LoadOptions;
  readonly #receivers: Receiver[] = [];
  readonly #attempts = new Map<unknown, number>();
  #facts = 0;
  #ended = 0;
  #isOver = false;
  #publishing: Promise<void> | undefined;

  private constructor(rig: Rig, options: LoadOptions) {
    this.#rig = rig;
    this.#options = options;
  }

  static async start(rig: Rig, options: LoadOptions): Promise<Load> {
    const load = new Load(rig, options);
    const { endpoints, failing } = options;
    const [good, bad] = [await load.#receive(() => 0), await load.#receive((fact) => fact % mostAttempts || mostAttempts)];
    for (let n = 0; n < endpoints; n++) await rig.addEndpoint({ url: n < failing ? bad : good });
    load.#publishing = load.#publish();
    return load;
  }

  /** Deliveries that have ended: by a success, or by their last failure. */
  get ended(): number {
    return this.#ended;
  }

  /** Publishes no more, and waits until all deliveries have ended. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#publishing;
    for (let n = 0; this.#underWay > 0 && n < 1_000; n++) await sleep(20);
    await Promise.all(this.#receivers.map((receiver) => receiver.close()));
    if (this.#underWay > 0) throw new Error(`${this.#underWay} deliveries did not end`);
  }

  get #underWay(): number {
    return this.#facts * this.#options.endpoints - this.#ended;
  }

  /** `failuresOf` returns how often a fact is refused before it is taken. */
  async #receive(failuresOf: (fact: number) => number): Promise<string> {
    const receiver = await startReceiver();
    this.#receivers.push(receiver);
    receiver.answer = ({ headers }, response, { event }) => {
      receiver.received.length = 0;
      const id = headers['service-delivery-id'];
      const attempt = (this.#attempts.get(id) ?? 0) + 1;
      const isRefused = attempt <= failuresOf(event.data.fact as number);
      if (isRefused && attempt < mostAttempts) {
        this.#attempts.set(id, attempt);
      } else {
        this.#attempts.delete(id);
        this.#ended++;
      }
      response.writeHead(isRefused ? 500 : 200).end();
    };
    return receiver.url;
  }

  async #publish(): Promise<void> {
    while (!this.#isOver) {
      if (this.#underWay >= this.#options.depth) {
        await sleep(2);
        continue;
      }
      await this.#rig.publish(Array.from({ length: factsAtOnce }, (_, index) => ({ data: { fact: this.#facts + index } })));
      this.#facts += factsAtOnce;
    }
  }
}
