import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuSecondsOf } from '../test/support/cpu-time.ts';
import type { Arrival, ReceiverOrder, ReceiverReport } from './delivery-receiver.ts';

type ReportOf<Kind extends ReceiverReport['kind']> = Extract<ReceiverReport, { kind: Kind }>;

const patienceSeconds = 120;

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

/** When the first and the last of the expected requests arrived, and the connections that were opened for them. */
export type Reached = Omit<ReportOf<'reached'>, 'kind'>;

/** The receiving process. */
export class Receiver {
  readonly httpUrl: string;
  readonly httpsUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { httpPort, httpsPort }: ReportOf<'listening'>) {
    this.#child = child;
    this.httpUrl = `http://127.0.0.1:${httpPort}`;
    this.httpsUrl = `https://127.0.0.1:${httpsPort}`;
  }

  static async start(): Promise<Receiver> {
    const child = fork(fileURLToPath(new URL('./delivery-receiver.ts', import.meta.url)));
    return new Receiver(child, await nextReport(child, 'listening'));
  }

  /** Restarts the count. Call `reached` after the last delivery is sent; it rejects if the last of `count` requests does not arrive. */
  async expect(count: number, keepsArrivals = false): Promise<{ reached(): Promise<Reached> }> {
    const last = nextReport(this.#child, 'reached');
    const ready = nextReport(this.#child, 'ready');
    this.#order({ kind: 'expect', count, keepsArrivals });
    await ready;
    return {
      async reached() {
        const reached = await Promise.race([last, sleep(patienceSeconds * 1_000, undefined, { ref: false })]);
        if (!reached) throw new Error(`fewer than ${count} deliveries came, ${patienceSeconds} s after the last fact was accepted`);
        return reached;
      },
    };
  }

  async arrivals(): Promise<readonly Arrival[]> {
    const report = nextReport(this.#child, 'arrivals');
    this.#order({ kind: 'arrivals' });
    return (await report).arrivals;
  }

  cpuSeconds(): number {
    return cpuSecondsOf(this.#child.pid!)!;
  }

  stop(): void {
    this.#child.disconnect();
  }

  #order(order: ReceiverOrder): void {
    this.#child.send(order);
  }
}
