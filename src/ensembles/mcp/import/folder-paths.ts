import path from 'node:path';

/**
 * A value of a server that came with a folder, for a descriptor that applies to every folder: placeholders for the
 * folder become its path. Otherwise programs of other folders would run, which you have not approved.
 */
export function namingFolder(text: string, folder: string | undefined): string {
  if (folder === undefined) return text;
  return text.replace(/(?<!\$)\$\{workspaceFolder(Basename)?\}/g, (_, isName?: string) =>
    literally(isName === undefined ? folder : path.win32.basename(folder)),
  );
}

/** A path relative to the folder, as a path from anywhere. */
export function placedIn(folder: string | undefined, written: string): string {
  const isFixed = /^([~/\\]|\$\{|[a-z]:)/i.test(written);
  if (folder === undefined || isFixed) return written;
  return written === '' ? literally(folder) : `${literally(folder)}/${written}`;
}

function literally(text: string): string {
  return text.replaceAll('${', () => '$${');
}
