/** The bytes of a text; undefined for every text but the one that encodes them, because Node's decoder skips what is not of the encoding. */
export function strictBytes(text: string, encoding: 'base64' | 'base64url' | 'hex'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
