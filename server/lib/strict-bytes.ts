/** The bytes that a text encodes; undefined for any other spelling of them, because Node's decoder skips invalid characters. */
export function strictBytes(text: string, encoding: 'base64' | 'base64url' | 'hex'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
