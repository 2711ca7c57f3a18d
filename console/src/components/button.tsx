import type { ButtonHTMLAttributes } from 'preact';

export interface ButtonProps extends ButtonHTMLAttributes {
  /** Any of `small`, `primary` and `danger`. */
  readonly look?: string | undefined;
}

export const Button = ({ look, ...attributes }: ButtonProps) => (
  <button type="button" class={look === undefined ? 'button' : `button ${look}`} {...attributes} />
);
