import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ServiceError } from '../../../sdk/src/errors.ts';
import { useDraft } from '../drafts.ts';
import { useAction } from '../use-query.ts';
import { Button, type ButtonProps } from './button.tsx';
import { ErrorBox } from './feedback.tsx';
import { Form } from './fields.tsx';
import { Icon } from './icon.tsx';

/**
 * Opens a dialog while its component is rendered, and restores the focus afterwards. Browsers close a dialog at the second Escape in a row
 * without asking. A dialog that Escape must not close is then opened again.
 */
export function useModal(onClose: () => void, closesOnEscape = true) {
  const ref = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    isShown.current = true;
    return () => {
      isShown.current = false;
      dialog.close();
    };
  }, []);
  return {
    ref,
    onCancel(event: Event) {
      event.preventDefault();
      if (closesOnEscape) onClose();
    },
    onClose() {
      if (!isShown.current) return;
      if (closesOnEscape) onClose();
      else ref.current!.showModal();
    },
  };
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
  /** False for a secret, which is shown once and must not be closed by accident. */
  readonly closesOnEscape?: boolean;
}

export function Dialog({ title, children, onClose, closesOnEscape = true }: DialogProps) {
  const heading = useId();
  const modal = useModal(onClose, closesOnEscape);
  return (
    <dialog {...modal} class="dialog" aria-labelledby={heading}>
      <header class="row spread dialog-head">
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

export interface ActionDialogProps<Result> {
  readonly title: string;
  /** Text or fields, which may depend on the error of the request. */
  readonly children: ComponentChildren | ((error: ServiceError | undefined) => ComponentChildren);
  /** The text of the button, as `Create key`; undefined before the action is possible and after it. */
  readonly submit?: string | undefined;
  readonly isDestructive?: boolean;
  /** Whether the browser validates the fields, and Enter submits. */
  readonly isForm?: boolean;
  /** False while a value is missing that the browser does not validate. */
  readonly isReady?: boolean;
  readonly close?: string;
  work(): Promise<Result>;
  /** Called with the result. The dialog then closes; without this it stays open. */
  onDone?(result: Result): void;
  onClose(): void;
}

export function ActionDialog<Result>(props: ActionDialogProps<Result>) {
  const { title, children, submit, isDestructive = false, isForm = false, isReady = true, close = 'Cancel', work, onDone, onClose } = props;
  const { isBusy, error, run } = useAction();
  const act = () =>
    void run(async () => {
      const result = await work();
      if (!onDone) return;
      onDone(result);
      onClose();
    });
  const content = (
    <>
      <div class="dialog-body">
        {typeof children === 'function' ? children(error) : children}
        {error && <ErrorBox error={error} />}
      </div>
      <footer class="row dialog-foot">
        <Button onClick={onClose}>{close}</Button>
        {submit !== undefined && (
          <Button
            type={isForm ? 'submit' : 'button'}
            look={isDestructive ? 'danger' : 'primary'}
            disabled={isBusy || !isReady}
            onClick={isForm ? undefined : act}
          >
            {submit}
          </Button>
        )}
      </footer>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose}>
      {isForm ? <Form onSubmit={act}>{content}</Form> : content}
    </Dialog>
  );
}

/** Callbacks of a dialog that reports its result in a sentence. */
export interface ResultDialogProps {
  onDone(result: string): void;
  onClose(): void;
}

interface DialogButtonProps extends ButtonProps {
  /** Name of a draft. A dialog with drafts opens again under this name after a login. */
  readonly draft?: string;
  dialog(close: () => void): ComponentChildren;
}

export function DialogButton({ draft, dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useDraft(draft, false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
