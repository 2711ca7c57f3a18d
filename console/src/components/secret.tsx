import { Button } from './button.tsx';
import { CopyButton } from './values.tsx';
import { Dialog } from './dialog.tsx';
import { lazy } from './lazy.tsx';

/**
 * How to verify deliveries, which takes as much room as the rest of a page. It is shown next to a secret, which would be lost if the page were
 * loaded again.
 */
export const Recipes = lazy(
  async () => (await import('./recipes.tsx')).Recipes,
  (content) => content,
  <p class="notice warning">The samples that verify deliveries did not load. The documentation has them.</p>,
);

export interface ShownSecret {
  readonly title: string;
  /** What is shown once. */
  readonly secret: string;
  readonly name: string;
  readonly hint: string;
}

interface SecretProps extends ShownSecret {
  readonly withRecipes?: boolean;
  onClose(): void;
}

/** Shows a secret once. It is closed with the button alone, since it cannot be seen again. */
export function SecretOnce({ title, secret, name, hint, withRecipes = false, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose} closesOnEscape={false}>
      <div class="dialog-body">
        <p>{hint}</p>
        <div class="secret">
          <code aria-label={name}>{secret}</code>
          <CopyButton text={secret} />
        </div>
        {withRecipes && <Recipes />}
      </div>
      <footer class="dialog-foot">
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </footer>
    </Dialog>
  );
}
