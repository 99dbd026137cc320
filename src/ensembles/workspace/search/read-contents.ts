import { createHash, type Hash } from 'node:crypto';
import { plainPath, splitGlob } from '../../../converser/call/invocation/deduplication/places.ts';
import type { Contents } from '../../../converser/words/workspace/contents.ts';
import { child, locatePath, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { seenPlace } from '../seen-place.ts';
import { compileGlob } from './glob.ts';

type Files = Pick<Workspace, 'roots' | 'stat' | 'list' | 'read' | 'realLocation'>;

/** Reading more to save a call isn't worth it. */
const mostEntries = 500;
/** In characters. */
const mostText = 4_000_000;

/** Rejects what can't be told: folder links, devices, unsaved changes, and bytes that decode alike. */
export function readContents(workspace: Files): Contents {
  return {
    spell(path) {
      const { folder, rest } = splitGlob(path);
      try {
        const key = placeKey(locatePath(folder === '' ? '.' : folder, workspace.roots));
        return rest === '' ? key : `${key}/${rest}`;
      } catch {
        return plainPath(path);
      }
    },
    async print(places) {
      const hash = createHash('sha256');
      const printing = createPrinting(workspace, hash);
      try {
        for (const place of places) await printing.add(place);
        return hash.digest('base64url');
      } catch {
        return undefined;
      }
    },
  };
}

/** Rejects as soon as something can't be told. */
interface Printing {
  add(place: string): Promise<void>;
}

interface Wanted {
  readonly matches: (path: string) => boolean;
  /** Leads from the folder in which it began to where it is now. */
  readonly path: string;
}

function createPrinting(workspace: Files, hash: Hash): Printing {
  let entries = mostEntries;
  let text = mostText;
  // Lengths go before texts, so that no two lists of them read the same.
  const note = (...texts: readonly string[]) => {
    for (const each of texts) hash.update(`${each.length} `).update(each);
  };

  async function addFile(location: Location): Promise<void> {
    const content = await workspace.read(location);
    if (content.kind !== 'text' || content.isUnsaved || content.text.includes('\u{fffd}')) throw unknown();
    text -= content.text.length;
    if (text < 0) throw unknown();
    const real = placeKey(await workspace.realLocation(location));
    note('file', real, content.encoding ?? '', content.text);
  }

  async function addFolder(folder: Location, { matches, path }: Wanted): Promise<void> {
    note('folder', placeKey(await workspace.realLocation(folder)));
    for (const { name, kind, isLink } of await workspace.list(folder)) {
      if (--entries < 0 || kind === 'other' || (isLink && kind === 'folder')) throw unknown();
      if (name === '.git' && kind === 'folder') continue;
      const below = path === '' ? name : `${path}/${name}`;
      note(kind, name, String(isLink));
      if (kind === 'folder') await addFolder(child(folder, name), { matches, path: below });
      else if (matches(below)) await addFile(child(folder, name));
    }
  }

  return {
    async add(place) {
      const { folder, rest } = splitGlob(place);
      const matches = rest === '' ? () => true : (await compileGlob(rest)).matches;
      const isEverything = folder === '' || folder === '.';
      const starts = isEverything
        ? workspace.roots.map(root => ({ root, path: '' }))
        : [locatePath(folder, workspace.roots)];
      if (starts.some(({ path }) => /(^|\/)\.git(\/|$)/i.test(path))) throw unknown();
      for (const written of starts) {
        const start = await seenPlace(workspace, written);
        const found = await workspace.stat(start);
        note('place', placeKey(start), found?.kind ?? 'nothing');
        if (found?.kind === 'other') throw unknown();
        if (found?.kind === 'file') await addFile(start);
        if (found?.kind === 'folder') await addFolder(start, { matches, path: '' });
      }
    },
  };
}

function unknown(): Error {
  return new Error('It can’t be told.');
}
