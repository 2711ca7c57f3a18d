import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** The control, given the ids that connect it with its label, hint and error. */
  children(ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }): ComponentChildren;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }), ...(error ? { 'aria-invalid': true } : {}) })}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly options: readonly { readonly value: Value; readonly label: ComponentChildren; readonly hint?: string }[];
  readonly chosen: readonly Value[];
  onChange(chosen: Value[]): void;
}

/** Any number of some values. */
export function Choices<Value extends string>({ legend, hint, error, options, chosen, onChange }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset class="field choices" aria-describedby={hint ? id : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p id={id} class="hint">
          {hint}
        </p>
      )}
      {options.map(({ value, label, hint: of }) => (
        <label key={value} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(
                options.map((option) => option.value).filter((other) => (other === value ? currentTarget.checked : chosen.includes(other))),
              )
            }
          />
          <span>
            {label}
            {of !== undefined && <span class="hint">{of}</span>}
          </span>
        </label>
      ))}
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}

/** One of a few values, with its label above it. */
export function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {options.map(([of, text]) => (
          <option key={of} value={of}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
