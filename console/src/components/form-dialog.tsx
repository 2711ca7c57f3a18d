import type { ComponentChildren } from 'preact';
import type { Action } from '../use-answer.ts';
import { Dialog } from './dialog.tsx';
import { ProblemBox } from './feedback.tsx';

interface FormDialogProps {
  readonly title: string;
  /** The fields. */
  readonly children: ComponentChildren;
  /** What the button says, as `Create key`. */
  readonly submit: string;
  /** False while something is missing that the browser does not ask for itself. */
  readonly isReady?: boolean;
  readonly action: Action;
  readonly work: () => Promise<unknown>;
  onClose(): void;
}

/** A dialog with a form. Errors appear below the fields, which keep their values. */
export function FormDialog({ title, children, submit, isReady = true, action: { isBusy, refusal, run }, work, onClose }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(work);
        }}
      >
        <div class="dialog-body">
          {children}
          {refusal && <ProblemBox refusal={refusal} />}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || !isReady}>
            {submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
