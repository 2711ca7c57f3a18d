import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReceiverOrder, ReceiverReport } from './delivery-receiver.ts';

type ReportOf<Kind extends ReceiverReport['kind']> = Extract<ReceiverReport, { kind: Kind }>;

function nextReport<Kind extends ReceiverReport['kind']>(child: ChildProcess, kind: Kind): Promise<ReportOf<Kind>> {
  return new Promise((resolve) => {
    const listener = (report: ReceiverReport) => {
      if (report.kind !== kind) return;
      child.off('message', listener);
      resolve(report as ReportOf<Kind>);
    };
    child.on('message', listener);
  });
}

/** The receiving process. */
export class Receiver {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<Receiver> {
    const child = fork(fileURLToPath(new URL('./delivery-receiver.ts', import.meta.url)));
    const { port } = await nextReport(child, 'listening');
    return new Receiver(child, port);
  }

  /** Begins to count anew. `reached` resolves with the time at which the last of `count` requests came. */
  async expect(count: number, keepsArrivals = false): Promise<{ reached: Promise<number> }> {
    const reached = nextReport(this.#child, 'reached').then(({ at }) => at);
    const ready = nextReport(this.#child, 'ready');
    this.#order({ kind: 'expect', count, keepsArrivals });
    await ready;
    return { reached };
  }

  /** When each order's event first came. */
  async arrivals(): Promise<Map<string, number>> {
    const answer = nextReport(this.#child, 'arrivals');
    this.#order({ kind: 'arrivals' });
    return new Map((await answer).arrivals);
  }

  stop(): void {
    this.#child.disconnect();
  }

  #order(order: ReceiverOrder): void {
    this.#child.send(order);
  }
}
