import { useEffect } from 'preact/hooks';
import { useLatest } from './hooks.ts';

/** A page or an action that the command palette offers. */
export interface Command {
  /** Unique, and the same in each search. */
  readonly id: string;
  /** The heading above it, such as `Endpoints`. */
  readonly group: string;
  readonly title: string;
  /** Distinguishes it from others with its title. */
  readonly hint?: string;
  run(): void;
}

/** Finds the commands that match a text, which is empty when the palette opens. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

export const finders = new Set<{ readonly current: Finder }>();

/** Lets the palette find commands while a page is shown. */
export function useFinder(find: Finder): void {
  const latest = useLatest(find);
  useEffect(() => {
    finders.add(latest);
    return () => void finders.delete(latest);
  }, []);
}

/** Whether a text contains all words of another one, in any order. */
export function hasWords(text: string, words: string): boolean {
  const within = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
