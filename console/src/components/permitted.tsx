import type { ComponentChildren } from 'preact';
import { useAgency } from '../views.ts';

interface PermittedProps {
  readonly if: boolean;
  /** The action, as in `replay failures`. */
  readonly to: string;
  readonly children?: ComponentChildren;
}

/** The control of an action, or in its place whom to ask for the action. */
export function Permitted({ if: isPermitted, to, children }: PermittedProps) {
  const { permitter } = useAgency();
  if (isPermitted) return <>{children}</>;
  return (
    <span class="quiet small">
      Ask {permitter} to {to}.
    </span>
  );
}
