import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Habit, Mood, ReceiverOrder, ReceiverReport, SeenRequest } from './receiver-process.ts';

/** The receivers, which live in a process of their own and keep their own account of what they saw. */
export class Receivers {
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  static async start(seed: number): Promise<Receivers> {
    const path = fileURLToPath(new URL('./receiver-process.ts', import.meta.url));
    const child = fork(path, [String(seed)]);
    const port = await new Promise<number>((resolve) => {
      child.once('message', (report: ReceiverReport) => report.kind === 'listening' && resolve(report.port));
    });
    return new Receivers(child, port);
  }

  urlOf(habit: Habit, endpoint: string): string {
    return `http://127.0.0.1:${this.#port}/${habit}/${endpoint}`;
  }

  setMood(mood: Mood): void {
    this.#order({ kind: 'mood', mood });
  }

  /** Every request so far, in the order in which they came. */
  requests(): Promise<SeenRequest[]> {
    const requests: SeenRequest[] = [];
    return new Promise((resolve) => {
      const listener = (report: ReceiverReport) => {
        if (report.kind !== 'requests') return;
        requests.push(...report.requests);
        if (!report.isLast) return;
        this.#child.off('message', listener);
        resolve(requests);
      };
      this.#child.on('message', listener);
      this.#order({ kind: 'report' });
    });
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #order(order: ReceiverOrder): void {
    this.#child.send(order);
  }
}
