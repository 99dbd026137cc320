import { hasCode } from '../../../converser/ground/causes.ts';
import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';

export function diskFault(shown: string, cause: unknown): ConverserError {
  if (cause instanceof ConverserError) return cause;
  if (hasCode(cause, 'ENOENT')) return fileErrors.fileNotFound(shown);
  if (hasCode(cause, 'EEXIST'))
    return fileErrors.fileConflict(shown, 'something with that name already exists.');
  if (hasCode(cause, 'ENOTDIR'))
    return fileErrors.fileConflict(shown, 'a part of the path is a file, not a folder.');
  if (hasCode(cause, 'EISDIR')) return fileErrors.fileConflict(shown, 'it is a folder.');
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) {
    return fileErrors.fileConflict(
      shown,
      "the system doesn't allow it.",
      'Ask the user to do it, or to allow it.',
    );
  }
  if (hasCode(cause, 'ELOOP'))
    return fileErrors.pathRefused(shown, 'it was replaced by a link.', 'Try again.');
  return fileErrors.fileConflict(shown, reasonOf(cause));
}
