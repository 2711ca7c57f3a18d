interface InstantInputProps {
  readonly ids: object;
  readonly value: string;
  onChange(value: string): void;
}

/** A day and a time as text: the browser's own field is in the language of the browser. */
export function InstantInput({ ids, value, onChange }: InstantInputProps) {
  return (
    <input
      {...ids}
      class="instant-input"
      placeholder="YYYY-MM-DD HH:MM"
      pattern="\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?"
      maxLength={16}
      value={value.replace('T', ' ')}
      onChange={({ currentTarget }) => currentTarget.validity.valid && onChange(currentTarget.value)}
    />
  );
}
