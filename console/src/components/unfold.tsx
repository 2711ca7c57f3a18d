import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface UnfoldProps {
  readonly title: ComponentChildren;
  /** `internals`: a part of the service for those who operate it. */
  readonly look?: 'as-table' | 'internals';
  readonly children: ComponentChildren;
}

/** Content that is loaded and shown on demand. */
export function Unfold({ title, look = 'as-table', children }: UnfoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class={look} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
