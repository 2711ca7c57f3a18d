import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Asked for with Escape or the button. */
  onClose(): void;
  /** False: what is shown once is not closed by accident. */
  readonly closesOnEscape?: boolean;
}

/** A window over the page, which is as long there as the component is. */
export function Dialog({ title, children, onClose, closesOnEscape = true }: DialogProps) {
  const heading = useId();
  const modal = useModal(onClose, closesOnEscape);
  return (
    <dialog {...modal} class="dialog" aria-labelledby={heading}>
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
