const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}]/u;

/** Whether a text has characters that do not show: control and format characters, and those that fonts leave out. */
export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text);
}
