import { recipes } from 'built:recipes';
import { useState } from 'preact/hooks';
import { CopyButton } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Select } from './fields.tsx';

/** How to verify deliveries, in the reader's language or framework. */
export function Recipes() {
  const [title, setTitle] = useState(recipes[0]!.title);
  const { code } = recipes.find((recipe) => recipe.title === title)!;
  return (
    <section class="recipes">
      <Select
        label="Verify deliveries in"
        value={title}
        options={recipes.map((recipe) => [recipe.title, recipe.title] as const)}
        onChange={setTitle}
      />
      <pre tabIndex={0} aria-label={`Verification in ${title}`}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label="Copy code" />
    </section>
  );
}

interface SecretProps {
  readonly title: string;
  /** What is shown once. */
  readonly secret: string;
  readonly name: string;
  readonly hint: string;
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
        <button type="button" class="button primary" onClick={onClose}>
          I have saved it
        </button>
      </footer>
    </Dialog>
  );
}
