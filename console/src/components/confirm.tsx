import type { ComponentChildren } from 'preact';
import { useAction } from '../use-answer.ts';
import { Dialog, DialogFoot } from './dialog.tsx';
import { ProblemBox } from './feedback.tsx';

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
  const { isBusy, refusal, run } = useAction();
  return (
    <Dialog title={title} onClose={onCancel}>
      <div class="dialog-body">
        {children}
        {refusal && <ProblemBox refusal={refusal} />}
      </div>
      <DialogFoot dismiss="Cancel" onDismiss={onCancel}>
        <button
          type="button"
          class={isDestructive ? 'button danger' : 'button primary'}
          disabled={isBusy}
          onClick={() => void run(work).then((isDone) => isDone && onDone())}
        >
          {action}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
