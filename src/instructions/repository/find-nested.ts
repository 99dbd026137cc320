import { child, placeKey } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { OpenedFolders } from '../instruction-files.ts';
import { limits } from '../limits.ts';
import type { LeftOut, MarkdownFile } from '../read-markdown.ts';
import { readWithImports } from './find-standing.ts';

export interface Nested {
  readonly folder: Location;
  readonly files: readonly MarkdownFile[];
  readonly leftOut: readonly LeftOut[];
}

const nestedNames = ['AGENTS.md', 'CLAUDE.md'] as const;

/** Looks at folders on the way to the places, each once, from the outermost inwards. */
export async function findNested(
  places: readonly Location[],
  folders: OpenedFolders,
  looked: Set<string>,
): Promise<readonly Nested[]> {
  const fresh: Location[] = [];
  for (const place of places.flatMap(foldersTo)) {
    const key = placeKey(place);
    if (looked.has(key) || fresh.length >= limits.places) continue;
    looked.add(key);
    fresh.push(place);
  }
  return Promise.all(fresh.map(folder => nestedIn(folder, folders)));
}

/** Includes the place itself, which may be a folder, but not the root. */
function foldersTo({ root, path }: Location): readonly Location[] {
  const parts = path.split('/');
  return parts.map((_, at) => ({ root, path: parts.slice(0, at + 1).join('/') }));
}

async function nestedIn(folder: Location, folders: OpenedFolders): Promise<Nested> {
  const found = await Promise.all(nestedNames.map(name => readWithImports(child(folder, name), folders)));
  return {
    folder,
    files: found.flatMap(each => each.files),
    leftOut: found.flatMap(each => each.leftOut),
  };
}
