import type { ComponentChildren } from 'preact';
import type { Action } from '../use-answer.ts';
import { Dialog } from './dialog.tsx';
import { ProblemBox } from './feedback.tsx';

interface ActionDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: Action;
  /** The button that does it; undefined while there is nothing to do, and after it is done. */
  readonly button?:
    { readonly text: string; readonly isDestructive?: boolean; readonly isReady?: boolean; readonly onClick: () => void } | undefined;
  /** What the other button says. */
  readonly close?: string;
  onClose(): void;
}

/** A dialog that shows what a button would do, and then what became of it. */
export function ActionDialog({ title, children, action: { isBusy, refusal }, button, close = 'Close', onClose }: ActionDialogProps) {
  const { isDestructive = false, isReady = true } = button ?? {};
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-body">
        {children}
        {refusal && <ProblemBox refusal={refusal} />}
      </div>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          {close}
        </button>
        {button && (
          <button
            type="button"
            class={isDestructive ? 'button danger' : 'button primary'}
            disabled={isBusy || !isReady}
            onClick={button.onClick}
          >
            {button.text}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
