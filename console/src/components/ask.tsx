import { useAgency } from '../views.ts';

/** In place of an action that the visitor may not take. `to` names it, as in `to replay failures`. */
export const Ask = ({ to }: { to: string }) => (
  <span class="quiet small">
    {to.charAt(0).toUpperCase() + to.slice(1)}: ask {useAgency().permitter} to enable it.
  </span>
);
