import type { MetricsFormat } from '../lib/metrics-format.ts';

/** What a child serves: what its parent made, in a form that messages can have. */
export interface Assignment {
  /** From 1; a child that replaces another one has the same. */
  readonly number: number;
  readonly port: number;
  readonly operatorPort: number;
  readonly databaseUrl: string;
  /** In base64. */
  readonly encryptionKey: string;
  readonly encryptionKeysPrevious: readonly string[];
  readonly operatorToken: string;
}

/** What a child calls at its parent. */
export type ParentCalls = {
  begin(): Assignment;
  /** The child serves. The first one has the demo agency's key, if there is a demo agency. */
  ready(demoKey: string | undefined): void;
  /** The child cannot start, for this reason. */
  failed(reason: string): void;
  /** The metrics of all processes. A parent or a child of the last release has the classic format alone. */
  metrics(format: MetricsFormat): Promise<string>;
  /** Counts a wrong operator token of the address. Answers with the seconds to wait, or 0. */
  countTry(address: string): number;
};

/** What a parent calls at its children. */
export type ChildCalls = {
  /** Ends the child. With a linger time, another one takes its place: idle connections are served for so long. */
  stop(lingerMs: number): void;
  /** The child reports that it is not ready, and serves requests until it is stopped. */
  drain(): void;
  /** Its own metrics. */
  metrics(format: MetricsFormat): Promise<string>;
};
