import { listeners } from '../../src/converser/ground/async/listeners.ts';
import { fileErrors } from '../../src/converser/words/workspace/file-errors.ts';
import { hasSameText } from '../../src/converser/words/workspace/line-endings.ts';
import {
  absolutePath,
  comparePaths,
  locateAbsolute,
  relativePath,
  shownPath,
} from '../../src/converser/words/workspace/paths.ts';
import type {
  EntryKind,
  Location,
  PathRules,
  Root,
  UnsavedFile,
  Workspace,
  WorkspaceFiles,
} from '../../src/converser/words/workspace/workspace.ts';
import { decodeText, encodeText } from '../../src/ensembles/workspace/disk/text-encoding.ts';
import { createWorkspaceSearch } from '../../src/ensembles/workspace/search/search.ts';

export interface MemoryWorkspace extends Workspace {
  /** By absolute path; folders are there when something is in them. */
  readonly files: Map<string, Uint8Array>;
  readonly trashed: readonly string[];
  /** What an editor shows instead of what is saved, by absolute path. */
  readonly editors: Map<string, string>;
  /** Makes a file, as another program would. */
  put(path: string, content: string | Uint8Array): void;
}

export interface MemoryWorkspaceOptions {
  /** Names of the roots; each lies directly below `/`. */
  readonly roots?: readonly string[];
  readonly rules?: PathRules;
  /** By absolute path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A workspace without a disk and without links, such as a virtual file system is. */
export function createMemoryWorkspace(options: MemoryWorkspaceOptions = {}): MemoryWorkspace {
  const rules = options.rules ?? { foldsCase: false, windows: false };
  const roots = (options.roots ?? ['work']).map((name): Root => ({ name, path: `/${name}`, rules }));
  const files = new Map(
    Object.entries(options.files ?? {}).map(([path, content]) => [path, bytesOf(content)]),
  );
  const editors = new Map<string, string>();
  const trashed: string[] = [];
  const { listen, fire } = listeners<void>();
  const looking = memoryFiles({ roots, files, editors });
  const shown = (location: Location) => shownPath(location, roots);
  const below = (path: string) =>
    [...files.keys()].filter(file => file === path || file.startsWith(`${path}/`));

  return {
    files,
    editors,
    trashed,
    put(path, content) {
      files.set(path, bytesOf(content));
      fire();
    },
    ...looking,
    ...createWorkspaceSearch(looking, async () => undefined),
    onDidChange: listen,

    async write(file, { text, replaces }, guard) {
      const real = await looking.realLocation(file);
      const path = absolutePath(real);
      await guard?.([{ location: real }]);
      const before = files.get(path);
      if (before === undefined) {
        if (typeof replaces === 'string') throw fileErrors.fileConflict(shown(file), 'it is gone.');
        files.set(path, bytesOf(text));
        return fire();
      }
      const content = decodeText(before);
      const current = editors.get(path) ?? (content.kind === 'text' ? content.text : undefined);
      if (current === undefined) throw fileErrors.fileConflict(shown(file), 'it is binary.');
      if (replaces !== undefined && (replaces === null || !hasSameText(current, replaces))) {
        throw fileErrors.fileConflict(shown(file), 'it has changed meanwhile.');
      }
      const encoded = encodeText(text, before);
      if (encoded === undefined)
        throw fileErrors.fileConflict(shown(file), 'its encoding does not have that.');
      files.set(path, encoded);
      editors.delete(path);
      fire();
    },

    async move(from, to, guard) {
      const [source, target] = [absolutePath(from), absolutePath(to)];
      if (from.path === '') throw fileErrors.pathRefused(shown(from), 'a root stays.');
      if (target.startsWith(`${source}/`)) throw fileErrors.fileConflict(shown(from), 'into itself.');
      if (below(source).length === 0) throw fileErrors.fileNotFound(shown(from));
      if (below(target).length > 0) throw fileErrors.fileConflict(shown(to), 'it exists.');
      await guard?.([{ location: from }, { location: to }]);
      for (const path of below(source)) {
        files.set(target + path.slice(source.length), files.get(path) ?? new Uint8Array());
        files.delete(path);
      }
      fire();
    },

    async trash(location, guard) {
      if (location.path === '') throw fileErrors.pathRefused(shown(location), 'a root stays.');
      const gone = below(absolutePath(location));
      if (gone.length === 0) throw fileErrors.fileNotFound(shown(location));
      await guard?.([{ location }]);
      for (const path of gone) files.delete(path);
      trashed.push(absolutePath(location));
      fire();
    },
  };
}

interface Holdings {
  readonly roots: readonly Root[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly editors: ReadonlyMap<string, string>;
}

function memoryFiles({ roots, files, editors }: Holdings): WorkspaceFiles {
  async function realLocation(location: Location): Promise<Location> {
    const real = locateAbsolute(absolutePath(location), roots);
    if (real === undefined) throw fileErrors.pathRefused(shownPath(location, roots), 'it is outside.');
    return real;
  }

  function kindOf(path: string): EntryKind | undefined {
    if (files.has(path)) return 'file';
    const isFolder =
      roots.some(root => root.path === path) || [...files.keys()].some(file => file.startsWith(`${path}/`));
    return isFolder ? 'folder' : undefined;
  }

  return {
    roots,
    realLocation,
    uri: location => `memory:${encodeURI(absolutePath(location).toWellFormed())}`,
    openFolder: async () => undefined,
    unsaved: () =>
      [...editors].flatMap(([path, text]): readonly UnsavedFile[] => {
        const location = locateAbsolute(path, roots);
        return location === undefined ? [] : [{ location, text }];
      }),

    async stat(location) {
      const path = absolutePath(await realLocation(location));
      const kind = kindOf(path);
      return kind === undefined ? undefined : { kind, size: files.get(path)?.length ?? 0 };
    },

    async list(folder, guard) {
      guard?.(folder);
      const real = await realLocation(folder);
      if (kindOf(absolutePath(real)) !== 'folder') throw fileErrors.fileNotFound(shownPath(folder, roots));
      const names = [...files.keys()].flatMap(file => {
        const location = locateAbsolute(file, roots);
        const relative = location === undefined ? undefined : relativePath(real, location);
        return relative ? [relative.split('/')[0] ?? ''] : [];
      });
      return [...new Set(names)].sort(comparePaths).map(name => ({
        name,
        kind: kindOf(`${absolutePath(real)}/${name}`) ?? 'other',
        isLink: false,
      }));
    },

    async read(file, guard) {
      guard?.(file);
      const path = absolutePath(await realLocation(file));
      const bytes = files.get(path);
      if (bytes === undefined) throw fileErrors.fileNotFound(shownPath(file, roots));
      const content = decodeText(bytes);
      const shown = editors.get(path);
      return shown === undefined || content.kind === 'binary'
        ? content
        : { ...content, text: shown, isUnsaved: true };
    },
  };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
