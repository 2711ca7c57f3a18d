const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}]/u;

/** Control and format characters, and those that fonts do not display. */
export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text);
}
