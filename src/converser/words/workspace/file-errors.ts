import { fault, quoted, reasonOf, sentence } from '../../ground/errors.ts';

/** Apart from the other errors because most windows never need them. */
export const fileErrors = {
  pathRefused: (path: string, reason: string, advice?: string) =>
    fault('path-refused', `The path ${quoted(path)} can’t be used: ${sentence(reason)}`, { advice }),
  fileNotFound: (path: string, similar: readonly string[] = []) =>
    fault('file-not-found', `${quoted(path)} not found.`, {
      advice:
        similar.length === 0
          ? 'Use list_directory or find_files to look for it.'
          : `Did you mean ${similar.map(quoted).join(' or ')}?`,
    }),
  fileConflict: (path: string, reason: string, advice?: string) =>
    fault('file-conflict', `${quoted(path)} was not changed: ${sentence(reason)}`, { advice }),
  notKept: (path: string, cause: unknown) =>
    fault(
      'file-conflict',
      `${quoted(path)} was not changed: undo couldn’t bring it back: ${sentence(reasonOf(cause))}`,
      {
        advice: 'Ask the user to make this change.',
        cause,
      },
    ),
  notRun: (reason: string, what: 'run' | 'changed') =>
    fault(
      'file-conflict',
      `Nothing was ${what}: undo couldn’t bring back what it changes: ${sentence(reason)}`,
      {
        advice: 'Ask the user to run it.',
      },
    ),
  fileBroken: (path: string, copy: string, cause: unknown) =>
    fault('file-conflict', `${quoted(path)} was overwritten only in part, and couldn’t be restored.`, {
      advice: `Tell the user that its former content is in ${quoted(copy)}.`,
      cause,
    }),
  fileUnreadable: (path: string, reason: string, advice?: string) =>
    fault('file-unreadable', `${quoted(path)} can’t be read as text: ${sentence(reason)}`, { advice }),
  noWorkspace: () => fault('no-workspace', 'No folder is open. Open one, then try again.'),
  searchFailed: (reason: string) => fault('search-failed', `The search failed: ${sentence(reason)}`),
};
