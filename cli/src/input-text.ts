import { isUtf8 } from 'node:buffer';
import { UsageError } from './exit-codes.ts';

const mark = Buffer.from('\u{FEFF}');

/** True for bytes that begin with a byte order mark of UTF-16, or with an ASCII character in two bytes. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return false;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0) !== (second === 0);
}

export const utf16Refusal = 'the text is UTF-16. Save it as UTF-8; in PowerShell: Out-File -Encoding utf8.';

/** The bytes without the byte order mark that editors and PowerShell write before UTF-8. */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return mark.equals(bytes.subarray(0, mark.length)) ? bytes.subarray(mark.length) : bytes;
}

/** The text of a file or of standard input, which `name` names in an error. */
export function textOf(bytes: Uint8Array, name: string): string {
  if (isUtf16(bytes)) throw new UsageError(`${name}: ${utf16Refusal}`);
  if (!isUtf8(bytes)) throw new UsageError(`${name}: the text is not UTF-8.`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(withoutByteOrderMark(bytes));
}
