import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';
import { unreadableInstant } from '../field-messages.ts';
import { instantOf } from '../format.ts';

export const Form = ({ onSubmit, ...form }: { class?: string; role?: 'search'; onSubmit(): void; children: ComponentChildren }) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

interface Described {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

interface FieldProps extends Described {
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
        <p id={`${id}-hint`} class="hint quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error bad">
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Described, Omit<InputHTMLAttributes, 'label' | 'onChange'> {
  readonly value: string;
  onChange(value: string): void;
  /** For a text of several lines. */
  readonly rows?: number;
}

export const TextField = ({ label, hint, error, rows, onChange, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => {
      const control = { ...ids, ...input, onInput: (event: Event) => onChange((event.currentTarget as HTMLInputElement).value) };
      return rows === undefined ? <input {...control} /> : <textarea rows={rows} {...(control as object)} />;
    }}
  </Field>
);

interface CheckedFieldProps extends Described, Pick<InputHTMLAttributes, 'placeholder' | 'list' | 'maxLength' | 'pattern'> {
  readonly value: string;
  /** What is wrong with a text; undefined if it is accepted. */
  problemOf(text: string): string | undefined;
  onChange(value: string): void;
}

/** A text that takes effect when it is complete. A wrong one stays in the field with the reason, and has no effect. */
export function CheckedField({ label, hint, error, value, problemOf, onChange, ...input }: CheckedFieldProps) {
  // What is typed stays when the page around the field changes.
  const [typed, setTyped] = useState<{ readonly text: string; readonly isRefused: boolean }>();
  const checked = typed === undefined ? value : typed.isRefused ? typed.text : '';
  const isWrong = (text: string) => text !== '' && problemOf(text) !== undefined;
  return (
    <Field label={label} hint={hint} error={error ?? (isWrong(checked) ? problemOf(checked) : undefined)}>
      {(ids) => (
        <input
          {...ids}
          {...input}
          value={typed?.text ?? value}
          onInput={({ currentTarget: { value: text } }) => setTyped({ text, isRefused: false })}
          onChange={({ currentTarget: { value: text } }) => {
            const isRefused = isWrong(text);
            setTyped(isRefused ? { text, isRefused } : undefined);
            if (!isRefused) onChange(text);
          }}
        />
      )}
    </Field>
  );
}

/** A day and a time as text, because the browser's date field uses the browser's language. */
export const InstantField = ({ value, ...field }: Omit<CheckedFieldProps, 'problemOf'>) => (
  <CheckedField
    {...field}
    value={value.replace('T', ' ')}
    placeholder="YYYY-MM-DD HH:MM"
    pattern="\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?"
    maxLength={16}
    problemOf={(text) => (instantOf(text) === undefined ? unreadableInstant : undefined)}
  />
);

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}

export const Select = <Value extends string>({ label, value, options, onChange }: SelectProps<Value>) => (
  <Field label={label}>
    {(ids) => (
      <select {...ids} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {options.map(([of, text]) => (
          <option key={of} value={of}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** A select whose options are all visible. */
export const SegmentedControl = <Value extends string>({ label, options, value, onChange }: SelectProps<Value>) => (
  <div class="segments" role="group" aria-label={label}>
    {options.map(([of, text]) => (
      <button key={of} type="button" aria-pressed={value === of} onClick={() => onChange(of)}>
        {text}
      </button>
    ))}
  </div>
);

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly options: readonly { readonly value: Value; readonly label: ComponentChildren; readonly hint?: string }[];
  readonly value: readonly Value[];
  /** The name of the radio buttons, for exactly one value. */
  readonly one?: string;
  onChange(value: Value[]): void;
}

/** Checkboxes for any number of values, or radio buttons for one. */
export function Choices<Value extends string>({ legend, hint, error, options, value: chosen, one, onChange }: ChoicesProps<Value>) {
  const id = useId();
  const choose = (value: Value, isChosen: boolean) =>
    onChange(
      one === undefined ? options.map((option) => option.value).filter((of) => (of === value ? isChosen : chosen.includes(of))) : [value],
    );
  return (
    <fieldset class="field" aria-describedby={hint ? id : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p id={id} class="hint quiet">
          {hint}
        </p>
      )}
      {options.map(({ value, label, hint: of }) => (
        <label key={value} class="choice">
          <input
            type={one === undefined ? 'checkbox' : 'radio'}
            name={one}
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) => choose(value, currentTarget.checked)}
          />
          <span>
            {label}
            {of !== undefined && <span class="hint quiet">{of}</span>}
          </span>
        </label>
      ))}
      {error && <p class="field-error bad">{error}</p>}
    </fieldset>
  );
}
