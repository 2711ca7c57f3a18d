import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Larger files are neither settings nor keys. */
const mostBytes = 65_536;

/** Why a file was not read, such as `cannot be read (ENOENT)`. */
export class UnreadableFile extends Error {}

function open(path: string): number {
  try {
    // Without O_NONBLOCK, a named pipe that nothing writes to would block here.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new UnreadableFile(`cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** The text of a regular file without the white space around it. Throws `UnreadableFile` for devices, pipes, directories and large files. */
export function readSmallFile(path: string): string {
  const file = open(path);
  try {
    if (!fstatSync(file).isFile()) throw new UnreadableFile('is not a regular file');
    const content = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < content.length; length += read) {
      read = readSync(file, content, length, content.length - length, null);
    }
    if (length > mostBytes) throw new UnreadableFile(`has more than ${mostBytes} bytes`);
    return content.toString('utf8', 0, length).trim();
  } finally {
    closeSync(file);
  }
}
