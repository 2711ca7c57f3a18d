import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { ServiceError } from '../../sdk/src/errors.ts';
import { statusOf } from './errors.ts';

const probeMs = 2_000;

/** Statuses of a service that does not answer, or of a proxy in front of one. */
const awayStatuses: readonly number[] = [0, 502, 503, 504];

export const isAway = (error: ServiceError): boolean => awayStatuses.includes(statusOf(error));

/** Whether the service answers now. The page itself is requested: it is served without a session. */
export const answers = (): Promise<boolean> =>
  fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } }).then(
    ({ status }) => !awayStatuses.includes(status),
    () => false,
  );

/** Whether the service answers. While it does not, one request is repeated for all parts of the page. */
class Reach {
  isAway = false;
  readonly #listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  lost(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.#notify();
    setTimeout(() => void this.#probe(), probeMs);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async #probe(): Promise<void> {
    if (!(await answers())) return void setTimeout(() => void this.#probe(), probeMs);
    this.isAway = false;
    this.#notify();
  }
}

export const reach = new Reach();

/** Whether the service is away. */
export function useAway(): boolean {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => reach.subscribe(() => render(undefined)), []);
  return reach.isAway;
}

/** Calls when the service answers again. */
export function useBack(work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => reach.subscribe(() => !reach.isAway && latest.current()), []);
}
