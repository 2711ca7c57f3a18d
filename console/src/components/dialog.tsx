import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Asked for with Escape or the button. */
  onClose(): void;
  /** False: what is shown once is not closed by accident. */
  readonly closesOnEscape?: boolean;
}

/** A window over the page, which is as long there as the component is. The focus goes back to where it was. */
export function Dialog({ title, children, onClose, closesOnEscape = true }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (closesOnEscape) onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={heading}>{title}</h2>
        {closesOnEscape && (
          <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
            <Icon of={X} />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
