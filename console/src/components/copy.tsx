import { Check, Copy } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

type Copied = 'no' | 'yes' | 'refused';

/** Copies a text and says for two seconds what became of it. A browser may deny pages the clipboard. */
function useCopy(text: string) {
  const [copied, setCopied] = useState<Copied>('no');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: Copied) => {
    setCopied(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied('no'), 2_000);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      show('yes');
    } catch {
      show('refused');
    }
  };
  return { copied, copy };
}

/** Copies a text. What became of it is said on the button, which screen readers hear. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button look="small" aria-live="polite" onClick={() => void copy()}>
      <Icon of={copied === 'yes' ? Check : Copy} />
      {copied === 'no' ? label : copied === 'yes' ? 'Copied' : 'Select and copy'}
    </Button>
  );
}

const copyWords: Readonly<Record<Copied, string>> = { no: 'Copy the id', yes: 'Copied', refused: 'Select the id and copy it' };

/** An id, shortened to the part in which ids of the same time differ; all of it is selected and copied. */
export function Id({ children }: { children: string }) {
  const { copied, copy } = useCopy(children);
  const cut = children.length > 16 ? children.lastIndexOf('-') + 1 : 0;
  return (
    <span class="id" title={children}>
      <code>
        {cut > 0 && <span class="id-head">{children.slice(0, cut)}</span>}
        <span>{children.slice(cut)}</span>
      </code>
      <button type="button" class="copy-id" aria-label={`${copyWords[copied]} ${children}`} onClick={() => void copy()}>
        <Icon of={copied === 'yes' ? Check : Copy} />
      </button>
    </span>
  );
}
