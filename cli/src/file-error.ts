import { UsageError } from './exit-codes.ts';

/** Reasons and remedies by the code of a system error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'file not found. Check the path',
  ENOTDIR: 'part of the path is not a folder. Check the path',
  EACCES: 'permission denied. Change its permissions, or run this as another user',
  EPERM: 'permission denied. Change its permissions, or run this as another user',
  EISDIR: 'it is a folder. Use a file',
  ENOSPC: 'the disk is full. Free some space',
  EROFS: 'the disk is read-only. Use a file elsewhere',
};

/** A usage error for a system error about a file. */
export function fileError(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new UsageError(`${path}: ${reasons[code ?? ''] ?? message}.`);
}
