import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { ActionDialog, Dialog, type ActionDialogProps } from './dialog.tsx';
import { lazy } from './lazy.tsx';
import { CopyButton } from './values.tsx';

/** The samples that verify deliveries. If they do not load, the page is not loaded again: the secret next to them would be lost. */
export const Recipes = lazy(
  async () => (await import('./recipes.tsx')).Recipes,
  (content) => content,
  <p class="notice warning">The samples that verify deliveries did not load. The documentation has them.</p>,
);

export interface ShownSecret {
  readonly title: string;
  readonly secret: string;
  /** What the secret is, as `API key`. */
  readonly name: string;
  readonly hint: string;
  readonly withRecipes?: boolean;
}

/** Shows a secret once. Only its button closes it. */
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

/** A form whose action creates a secret, which is then shown. `onDone` is called when it exists. */
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
