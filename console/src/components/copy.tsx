import { useState } from 'preact/hooks';

/** Copies a text. What became of it is said on the button, which screen readers hear. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [told, setTold] = useState(label);
  const tell = (message: string) => {
    setTold(message);
    setTimeout(() => setTold(label), 2_000);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      tell('Copied');
    } catch {
      tell('Select and copy');
    }
  };
  return (
    <button type="button" class="button small" aria-live="polite" onClick={() => void copy()}>
      {told}
    </button>
  );
}

/** An id in full, in a line of its own width. */
export function Id({ children }: { children: string }) {
  return <code class="id">{children}</code>;
}
