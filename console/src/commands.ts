import { useEffect, useRef } from 'preact/hooks';

/** Something to go to or to do, which the command palette offers. */
export interface Command {
  /** Unique, and the same each time it is found. */
  readonly id: string;
  /** Under which it is listed, such as `Endpoints`. */
  readonly group: string;
  readonly title: string;
  /** What distinguishes it from others of its title. */
  readonly hint?: string;
  run(): void;
}

/** Finds what matches a text, which is empty when the palette opens. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

export const finders = new Set<{ readonly current: Finder }>();

/** Lets the palette find commands while a page is shown. */
export function useFinder(find: Finder): void {
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    finders.add(latest);
    return () => void finders.delete(latest);
  }, []);
}

/** Whether a text contains all words of another one, wherever they are. */
export function hasWords(text: string, words: string): boolean {
  const within = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
