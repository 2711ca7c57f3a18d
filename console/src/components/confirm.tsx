import type { ComponentChildren } from 'preact';
import { useAction } from '../use-answer.ts';
import { ActionDialog } from './action-dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button says, as `Delete endpoint`. */
  readonly action: string;
  readonly isDestructive?: boolean;
  readonly work: () => Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** Asks before something is done that cannot be taken back, or that stops what runs. */
export function Confirm({ title, children, action, isDestructive = true, work, onDone, onCancel }: ConfirmProps) {
  const doing = useAction();
  return (
    <ActionDialog
      title={title}
      action={doing}
      button={{ text: action, isDestructive, onClick: () => void doing.run(work).then((isDone) => isDone && onDone()) }}
      close="Cancel"
      onClose={onCancel}
    >
      {children}
    </ActionDialog>
  );
}
