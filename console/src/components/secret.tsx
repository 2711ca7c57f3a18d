import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { ActionDialog, Dialog, type ActionDialogProps } from './dialog.tsx';
import { lazy } from './lazy.tsx';
import { CopyButton } from './values.tsx';

/**
 * The code samples for verifying deliveries. If they fail to load, the page is not reloaded, because the secret next to them would be lost.
 */
export const Recipes = lazy(async () => (await import('./recipes.tsx')).Recipes, {
  failed: <p class="notice warning">The samples that verify deliveries did not load. The documentation has them.</p>,
});

export interface ShownSecret {
  readonly title: string;
  readonly secret: string;
  /** The kind of secret, such as `API key`. */
  readonly name: string;
  readonly hint: string;
  readonly withRecipes?: boolean;
}

/** Shows a secret once. Only the button closes the dialog. */
export const SecretDialog = ({ title, secret, name, hint, withRecipes = false, onClose }: ShownSecret & { onClose(): void }) => (
  <Dialog title={title} onClose={onClose} closesOnEscape={false}>
    <div class="dialog-body">
      <p>{hint}</p>
      <div class="row spread secret">
        <code aria-label={name}>{secret}</code>
        <CopyButton text={secret} />
      </div>
      {withRecipes && <Recipes />}
    </div>
    <footer class="row dialog-foot">
      <Button look="primary" onClick={onClose}>
        I have saved it
      </Button>
    </footer>
  </Dialog>
);

/** A form whose action creates a secret, which is then shown. `onDone` is called after the creation. */
export function CreateSecretDialog({ work, onDone, ...dialog }: ActionDialogProps<ShownSecret>) {
  const [created, setCreated] = useState<ShownSecret>();
  if (created) return <SecretDialog {...created} onClose={dialog.onClose} />;
  const create = async () => {
    const secret = await work();
    setCreated(secret);
    onDone?.(secret);
  };
  return <ActionDialog {...dialog} isForm work={create} />;
}
