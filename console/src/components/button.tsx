import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface ButtonProps extends ButtonHTMLAttributes {
  /** Any of `small`, `primary` and `danger`. */
  readonly look?: string | undefined;
}

export const Button = ({ look, ...attributes }: ButtonProps) => (
  <button type="button" class={look === undefined ? 'button' : `button ${look}`} {...attributes} />
);

interface DialogButtonProps extends ButtonProps {
  /** The dialog, given what closes it. */
  dialog(close: () => void): ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
