import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Content that is loaded and shown on demand. */
export function Unfold({ title, children }: { title: string; children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="as-table" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
