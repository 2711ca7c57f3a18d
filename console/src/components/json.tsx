import { CopyButton } from './copy.tsx';

/** JSON with a member a line; a text that is none stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** JSON for people, with the text as it is to copy. */
export function Json({ label, value }: { label: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <div class="json">
      <pre tabIndex={0} aria-label={label}>
        <code>{pretty(text)}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
