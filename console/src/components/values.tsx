import { Check, Copy } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { absoluteTime, isUtc, localTime, relativeTime } from '../format.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export const EventType = ({ type }: { type: string }) => <code class="event-type">{type}</code>;

type Copied = 'no' | 'yes' | 'refused';

/** Copies a text, and reports the result for two seconds. A browser may deny pages the clipboard. */
function useCopy(text: string) {
  const [copied, setCopied] = useState<Copied>('no');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied('no'), 2_000);
  };
  return { copied, copy };
}

/** Copies a text. The button shows the result, which screen readers read. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button look="small" aria-live="polite" onClick={() => void copy()}>
      <Icon of={copied === 'yes' ? Check : Copy} />
      {copied === 'no' ? label : copied === 'yes' ? 'Copied' : 'Select and copy'}
    </Button>
  );
}

const copyLabels: Readonly<Record<Copied, string>> = { no: 'Copy the id', yes: 'Copied', refused: 'Select the id and copy it' };

/** An id, shortened to its last characters, because ids of the same time begin alike. The whole id is selected and copied. */
export function Id({ children }: { children: string }) {
  const { copied, copy } = useCopy(children);
  const cut = children.length > 16 ? children.lastIndexOf('-') + 1 : 0;
  return (
    <span class="id" title={children}>
      <code>
        {cut > 0 && <span class="id-head">{children.slice(0, cut)}</span>}
        <span class="ellipsis">{children.slice(cut)}</span>
      </code>
      <button type="button" class="copy-id" aria-label={`${copyLabels[copied]} ${children}`} onClick={() => void copy()}>
        <Icon of={copied === 'yes' ? Check : Copy} />
      </button>
    </span>
  );
}

/** An instant in the viewer's time zone or relative to now, with the absolute one as its title. */
export function Time({ at, relative = false, none = '–' }: { at: string | null; relative?: boolean; none?: string }) {
  if (at === null) return <span class="quiet">{none}</span>;
  return (
    <time dateTime={at} title={relative && !isUtc ? `${localTime(at)} · ${absoluteTime(at)}` : absoluteTime(at)}>
      {relative ? relativeTime(at) : localTime(at)}
    </time>
  );
}

export const FullTime = ({ at }: { at: string }) => (
  <>
    <Time at={at} /> {!isUtc && <span class="quiet small utc">{absoluteTime(at)}</span>}
  </>
);

/** JSON with one member per line; any other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Formatted JSON, with a button that copies the original text. */
export function Json({ label, value }: { label: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <div class="json">
      <pre tabIndex={0} aria-label={label}>
        <code>{formatJson(text)}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
