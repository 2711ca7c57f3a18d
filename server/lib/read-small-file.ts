import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** No setting or key is larger. */
const maxBytes = 65_536;

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
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new UnreadableFile('is not a regular file');
    if (stats.size > maxBytes) throw new UnreadableFile(`has more than ${maxBytes} bytes`);
    return readFileSync(file, 'utf8').trim();
  } finally {
    closeSync(file);
  }
}
