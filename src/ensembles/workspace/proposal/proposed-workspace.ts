import { listeners } from '../../../converser/ground/async/listeners.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { hasSameText } from '../../../converser/words/workspace/line-endings.ts';
import {
  absolutePath,
  child,
  isWithin,
  nameOf,
  parent,
  relativePath,
  shownPath,
} from '../../../converser/words/workspace/paths.ts';
import type { RecordOrigin } from '../../../converser/words/workspace/undo-journal.ts';
import type {
  Entry,
  Guard,
  Location,
  SearchingIn,
  Workspace,
  WorkspaceFiles,
} from '../../../converser/words/workspace/workspace.ts';
import { mergeTexts } from './merge-texts.ts';
import type { Proposal, ProposedFile } from './proposals.ts';
import { proposedDiagnostics, proposedSearch } from './proposed-search.ts';

export interface ProposedWorkspacePorts {
  /** The disk, with what you have not saved. */
  readonly base: Workspace & SearchingIn;
  readonly proposal: Proposal;
  readonly turn: () => RecordOrigin;
}

const mostMoved = 500;

/** Shows the files as they will be once you keep all, and changes nothing but the proposal. */
export function proposedWorkspace({ base, proposal, turn }: ProposedWorkspacePorts): Workspace {
  const changes = listeners<void>();
  const put = async (files: readonly ProposedFile[]) => {
    await proposal.put(files);
    changes.fire();
  };
  const shown = (place: Location) => shownPath(place, base.roots);
  const at = async (place: Location) => {
    const real = await base.realLocation(place);
    return { real, file: proposal.at(real) };
  };
  const below = (folder: Location) =>
    proposal.files.filter(({ place, after }) => after !== null && (relativePath(folder, place) ?? '') !== '');

  async function stat(place: Location) {
    const { real, file } = await at(place);
    if (file !== undefined)
      return file.after === null
        ? undefined
        : { kind: 'file' as const, size: Buffer.byteLength(await proposedText(file, base)) };
    const found = await base.stat(place);
    if (found?.kind === 'folder' && (await isGone(real))) return undefined;
    return found ?? (below(real).length > 0 ? { kind: 'folder' as const, size: 0 } : undefined);
  }

  /** A folder whose last file goes, goes as well. */
  async function isGone(folder: Location): Promise<boolean> {
    const isTouched = proposal.files.some(
      ({ place, after }) => after === null && relativePath(folder, place) !== undefined,
    );
    return isTouched && folder.path !== '' && (await files.list(folder)).length === 0;
  }

  const files: WorkspaceFiles = {
    get roots() {
      return base.roots;
    },
    realLocation: base.realLocation,
    uri: base.uri,
    stat,
    async list(folder, guard) {
      const real = await base.realLocation(folder);
      const inside = below(real);
      const isThere = inside.length === 0 || (await base.stat(folder)) !== undefined;
      const entries = isThere ? await base.list(folder, guard) : [];
      const known = new Set(entries.map(({ name }) => name));
      const made = inside.flatMap(({ place }): readonly Entry[] => {
        const [name = '', ...rest] = (relativePath(real, place) ?? '').split('/');
        if (known.has(name)) return [];
        known.add(name);
        return [{ name, kind: rest.length > 0 ? 'folder' : 'file', isLink: false }];
      });
      if (!isThere) guard?.(real);
      const left: Entry[] = [];
      for (const entry of entries) {
        const inner = child(real, entry.name);
        const isLeft = entry.kind === 'folder' ? !(await isGone(inner)) : proposal.at(inner)?.after !== null;
        if (isLeft) left.push(entry);
      }
      return [...left, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async read(place, guard) {
      const { real, file } = await at(place);
      if (file === undefined) return base.read(place, guard);
      guard?.(real);
      if (file.after === null) throw fileErrors.fileNotFound(shown(place));
      const text = await proposedText(file, base);
      return { kind: 'text', text, isEncodingGuessed: false, isUnsaved: false };
    },
    openFolder: async (folder, guard) =>
      (await base.stat(folder)) === undefined ? undefined : base.openFolder(folder, guard),
    unsaved: () => [
      ...base.unsaved().filter(({ location }) => proposal.at(location) === undefined),
      ...proposal.files.map(({ place, after }) => ({ location: place, text: after ?? '' })),
    ],
  };

  const textAt = async (place: Location) => {
    const content = (await stat(place)) && (await files.read(place));
    return content?.kind === 'text' ? content.text : content;
  };

  /** A merged text becomes the new beginning. */
  async function changed(place: Location, after: string | null): Promise<ProposedFile> {
    const now = await textOnDisk(place, base);
    const file = proposal.at(place);
    const isMerged = file !== undefined && (await mergeTexts({ ...file, now })) !== undefined;
    const before = file === undefined || isMerged ? now : file.before;
    if (before === undefined)
      throw fileErrors.fileConflict(
        shown(place),
        'only changes of text wait for review.',
        'Ask the user to change it, or to choose another mode.',
      );
    return { place, before, after, turn: turn() };
  }

  async function filesAt(place: Location): Promise<readonly Location[]> {
    const { real } = await at(place);
    if ((await stat(place))?.kind !== 'folder') return [real];
    const found: Location[] = [];
    for (const { name, isLink } of await files.list(real)) {
      if (isLink) throw fileErrors.fileConflict(shown(child(real, name)), 'links can’t wait for review.');
      found.push(...(await filesAt(child(real, name))));
      if (found.length > mostMoved)
        throw fileErrors.fileConflict(shown(place), `it holds more than ${mostMoved} files.`);
    }
    return found;
  }

  /** A link is moved or taken away itself, which no text stands for. */
  async function noLink(place: Location): Promise<Location> {
    if (place.path === '')
      throw fileErrors.pathRefused(shown(place), 'it is a folder of the workspace itself.');
    const entries = await files.list(parent(place)).catch(() => []);
    if (entries.some(({ name, isLink }) => isLink && name === nameOf(place)))
      throw fileErrors.fileConflict(shown(place), 'links can’t wait for review.');
    if ((await stat(place)) === undefined) throw fileErrors.fileNotFound(shown(place));
    return (await at(place)).real;
  }

  const guarded = async (guard: Guard | undefined, places: readonly Location[]) =>
    guard?.(places.map(location => ({ location })));

  return {
    ...files,
    ...proposedSearch(files, { base, proposal }),
    async write(place, { text, replaces }, guard) {
      const { real } = await at(place);
      const now = await textAt(place);
      if (typeof now === 'object') throw fileErrors.fileConflict(shown(place), 'it isn’t a text file.');
      const isAsMeant =
        replaces === undefined || (replaces === null ? now === undefined : hasSameText(now ?? '', replaces));
      if (!isAsMeant || (replaces !== undefined && replaces !== null && now === undefined))
        throw fileErrors.fileConflict(shown(place), 'it has changed meanwhile.', 'Read it again first.');
      await guarded(guard, [real]);
      await put([await changed(real, text)]);
    },
    async move(from, to, guard) {
      const [source, target] = [await noLink(from), (await at(to)).real];
      if (isWithin(absolutePath(target), absolutePath(source)))
        throw fileErrors.fileConflict(shown(from), 'it can’t be moved into itself.');
      if ((await stat(to)) !== undefined)
        throw fileErrors.fileConflict(shown(from), `${shown(to)} exists already.`);
      const moved = await filesAt(source);
      await guarded(guard, [source, target]);
      const parts = moved.map(async place => {
        const path = [target.path, relativePath(source, place)].filter(Boolean).join('/');
        const text = await textAt(place);
        if (typeof text !== 'string')
          throw fileErrors.fileConflict(shown(place), 'only changes of text wait for review.');
        return [await changed(place, null), await changed({ root: target.root, path }, text)];
      });
      await put((await Promise.all(parts)).flat());
    },
    async trash(place, guard) {
      const real = await noLink(place);
      const all = await filesAt(real);
      await guarded(guard, [real]);
      await put(await Promise.all(all.map(each => changed(each, null))));
    },
    ...(base.diagnostics && { diagnostics: proposedDiagnostics(base.diagnostics, proposal) }),
    ...(base.symbols && {
      symbols: query =>
        query.kind === 'file' && proposal.at(query.file) !== undefined
          ? Promise.resolve([])
          : (base.symbols?.(query) ?? Promise.resolve([])),
    }),
    onDidChange(listener) {
      const both = [base.onDidChange(listener), changes.listen(listener)];
      return { dispose: () => both.forEach(each => void each.dispose()) };
    },
  };
}

/** What you have changed yourself meanwhile is in it, too, where both can be had. */
export async function proposedText(
  file: ProposedFile,
  base: Pick<Workspace, 'read' | 'stat'>,
): Promise<string> {
  const now = await textOnDisk(file.place, base);
  return (await mergeTexts({ ...file, now })) ?? file.after ?? '';
}

/** `null` where nothing is, `undefined` where no text is. */
export async function textOnDisk(
  place: Location,
  base: Pick<Workspace, 'read' | 'stat'>,
): Promise<string | null | undefined> {
  const stat = await base.stat(place);
  if (stat === undefined) return null;
  const content = stat.kind === 'file' ? await base.read(place) : undefined;
  return content?.kind === 'text' ? content.text : undefined;
}
