import type { Ignore } from 'ignore';
import { child, placeKey, relativePath } from '../../../converser/workspace/paths.ts';
import type { EntryKind, Location, WorkspaceFiles } from '../../../converser/workspace/workspace.ts';

/** What the `.gitignore` and `.ignore` files of a root leave out. Reads each of them once. */
export interface IgnoreRules {
  /** Whether rules name this very thing; that a folder above it is left out does not count. */
  leavesOut(location: Location, kind: EntryKind): Promise<boolean>;
  /** Whether it, or a folder above it, is left out. */
  isIgnored(location: Location, kind: EntryKind): Promise<boolean>;
}

export function createIgnoreRules(files: WorkspaceFiles): IgnoreRules {
  const read = new Map<string, Promise<Ignore | undefined>>();

  function rulesIn(folder: Location): Promise<Ignore | undefined> {
    const key = placeKey(folder);
    const known = read.get(key);
    if (known !== undefined) return known;
    const rules = readRules(files, folder);
    read.set(key, rules);
    return rules;
  }

  async function leavesOut(location: Location, kind: EntryKind): Promise<boolean> {
    let verdict = false;
    for (const folder of foldersAbove(location)) {
      const rules = await rulesIn(folder);
      const relative = relativePath(folder, location);
      if (rules === undefined || relative === undefined || relative === '') continue;
      const { ignored, unignored } = rules.test(kind === 'folder' ? `${relative}/` : relative);
      if (ignored || unignored) verdict = ignored;
    }
    return verdict;
  }

  return {
    leavesOut,
    async isIgnored(location, kind) {
      if (location.path.split('/').includes('.git')) return true;
      for (const folder of foldersAbove(location)) {
        if (folder.path !== '' && (await leavesOut(folder, 'folder'))) return true;
      }
      return location.path !== '' && leavesOut(location, kind);
    },
  };
}

async function readRules(files: WorkspaceFiles, folder: Location): Promise<Ignore | undefined> {
  const texts = await Promise.all(
    ['.gitignore', '.ignore'].map(async name => {
      const content = await files.read(child(folder, name)).catch(() => undefined);
      return content?.kind === 'text' ? content.text : '';
    }),
  );
  if (texts.every(text => text.trim() === '')) return undefined;
  const { default: ignore } = await import('ignore');
  return ignore({ ignoreCase: folder.root.rules.foldsCase }).add(texts.join('\n'));
}

/** From the root down to the folder that the location lies in. */
function foldersAbove({ root, path }: Location): readonly Location[] {
  const parts = path.split('/').slice(0, -1);
  return [
    { root, path: '' },
    ...parts.map((_, index) => ({ root, path: parts.slice(0, index + 1).join('/') })),
  ];
}
