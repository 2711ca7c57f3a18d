import type { ComponentChildren } from 'preact';
import type { ServiceError } from '../../../sdk/src/errors.ts';
import { useAction } from '../use-answer.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemBox } from './feedback.tsx';

interface ActionDialogProps {
  readonly title: string;
  /** What the button would do, then what became of it; or fields, given what was refused of them. */
  readonly children: ComponentChildren | ((refusal: ServiceError | undefined) => ComponentChildren);
  /** What the button says, as `Create key`; undefined while there is nothing to do, and after it is done. */
  readonly submit?: string | undefined;
  readonly isDestructive?: boolean;
  /** Whether the browser checks the fields, and Enter in one of them presses the button. */
  readonly isForm?: boolean;
  /** False while something is missing that the browser does not ask for itself. */
  readonly isReady?: boolean;
  /** What the other button says. */
  readonly close?: string;
  work(): Promise<unknown>;
  onDone?(): void;
  onClose(): void;
}

/** A dialog in which a button does something. A refusal appears below, and fields keep their values. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, children, submit, isDestructive = false, isForm = false, isReady = true, close = 'Cancel', work, onDone, onClose } = props;
  const { isBusy, refusal, run } = useAction();
  const act = () => void run(work).then((isDone) => isDone && onDone?.());
  const content = (
    <>
      <div class="dialog-body">
        {typeof children === 'function' ? children(refusal) : children}
        {refusal && <ProblemBox refusal={refusal} />}
      </div>
      <footer class="dialog-foot">
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

interface FormProps {
  readonly class?: string;
  readonly role?: 'search';
  onSubmit(): void;
  readonly children: ComponentChildren;
}

/** Fields whose browser's checks come before what is done. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
