import { ActionDialog, type ResultDialogProps } from '../components/dialog.tsx';
import type { Endpoint } from '../schemas.ts';

type Status = Endpoint['status'];

interface StatusDialogProps extends ResultDialogProps {
  readonly status: Status;
  /** Given on pages of several endpoints. */
  readonly name?: string;
  change(status: Status): Promise<unknown>;
}

export function StatusDialog({ status, name, change, onDone, onClose }: StatusDialogProps) {
  const isActive = status === 'active';
  const [action, done] = isActive ? ['Pause', 'paused'] : ['Enable', 'enabled'];
  return (
    <ActionDialog
      title={`${action} ${name === undefined ? 'this endpoint' : `the endpoint “${name}”`}?`}
      submit={`${action} endpoint`}
      isDestructive={isActive}
      work={() => change(isActive ? 'disabled' : 'active')}
      onDone={() => onDone(`${name ?? 'The endpoint'} is ${done}.`)}
      onClose={onClose}
    >
      {isActive ? (
        <p>
          It receives nothing until it is enabled again, and events that occur in the meantime are not recorded for it. Pending deliveries
          become failures, which can be replayed.
        </p>
      ) : (
        <p>
          It receives events that occur from now on, and its count of consecutive failures is reset to 0. Existing failures can still be
          replayed, and events that it missed while it was disabled can be recovered.
        </p>
      )}
    </ActionDialog>
  );
}
