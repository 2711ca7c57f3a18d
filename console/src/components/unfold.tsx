import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** What is shown, and asked for, when somebody wants to see it. */
export function Unfold({ title, children }: { title: string; children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="as-table" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
