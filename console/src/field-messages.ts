export const unreadableInstant = 'Enter a day and a time, such as 2026-11-23 14:05.';

function messageOf({ validity, type }: HTMLInputElement): string {
  if (validity.valueMissing) return type === 'radio' || type === 'checkbox' ? 'Choose one of these.' : 'Fill in this field.';
  if (validity.typeMismatch) return type === 'url' ? 'Enter a complete URL, such as https://hooks.example.com/in.' : 'Enter a valid value.';
  if (validity.rangeUnderflow) return 'Enter a larger number.';
  if (validity.rangeOverflow) return 'Enter a smaller number.';
  if (validity.tooLong) return 'Enter fewer characters.';
  if (validity.patternMismatch) return unreadableInstant;
  return 'Enter a valid value.';
}

/** Shows the messages of the browser's own validation in English, the language of the page. */
export function showFieldMessages(): void {
  document.addEventListener(
    'invalid',
    ({ target }) => {
      const field = target as HTMLInputElement;
      field.setCustomValidity('');
      if (!field.validity.valid) field.setCustomValidity(messageOf(field));
    },
    true,
  );
  document.addEventListener('input', ({ target }) => (target as HTMLInputElement).setCustomValidity?.(''), true);
}
