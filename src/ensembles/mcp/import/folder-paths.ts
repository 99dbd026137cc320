import path from 'node:path';

/**
 * A value of a server that came with a folder, for a descriptor that holds in every folder: what means the folder
 * names it. Otherwise the programs of whatever folder is opened would be run, and nobody would have been asked about
 * those.
 */
export function namingFolder(text: string, folder: string | undefined): string {
  if (folder === undefined) return text;
  return text.replace(/(?<!\$)\$\{workspaceFolder(Basename)?\}/g, (_, isName?: string) =>
    literally(isName === undefined ? folder : path.win32.basename(folder)),
  );
}

/** A path as seen from the folder. */
export function placedIn(folder: string | undefined, written: string): string {
  const isFixed = /^([~/\\]|\$\{|[a-z]:)/i.test(written);
  if (folder === undefined || isFixed) return written;
  return written === '' ? literally(folder) : `${literally(folder)}/${written}`;
}

function literally(text: string): string {
  return text.replaceAll('${', () => '$${');
}
