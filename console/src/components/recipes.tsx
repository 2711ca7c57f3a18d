import { recipes } from 'built:recipes';
import { useState } from 'preact/hooks';
import { CopyButton } from './values.tsx';
import { Select } from './fields.tsx';

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
