import { UsageError } from './exit-codes.ts';

/** Why a file cannot be used, by the system's code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Check the path',
  ENOTDIR: 'a part of the path is not a folder. Check the path',
  EACCES: 'this user may not use it. Change its permissions, or run this as another user',
  EPERM: 'this user may not use it. Change its permissions, or run this as another user',
  EISDIR: 'it is a folder. Give a file',
  ENOSPC: 'the disk is full. Free some space',
  EROFS: 'the disk is read-only. Give a file elsewhere',
};

/** The system's error about a file, in words and with what to do. */
export function fileError(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new UsageError(`${path}: ${reasons[code ?? ''] ?? message}.`);
}
