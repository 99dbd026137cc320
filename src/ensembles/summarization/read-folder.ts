import {
  createPartFiller,
  type PartFiller,
  type PartLimits,
} from '../../converser/turn/compaction/conversation-parts.ts';
import type { Part } from '../../converser/turn/compaction/summarize.ts';
import type { Context } from '../../converser/words/ensemble/invoker.ts';
import type { ReadLabel } from '../../converser/words/labels/label.ts';
import type { Location, ReadGuard } from '../../converser/words/workspace/workspace.ts';
import { labelOfFile } from '../workspace/label-files.ts';
import { guardRead, guardSecrets, secretsNow, type WhySecret } from '../workspace/places/guard-read.ts';
import { scopesOf, shownPlace, type ToolContext } from '../workspace/places/tool-context.ts';
import { searchScopes } from '../workspace/tools/search-scopes.ts';

export interface FolderQuery {
  readonly path?: string | undefined;
  readonly glob: string;
  readonly includeIgnored: boolean;
}

export interface ReadFolder {
  readonly parts: readonly Part[];
  readonly labels: readonly (ReadLabel | undefined)[];
  readonly leftOut: LeftOut;
}

export interface LeftOut {
  readonly secret: readonly string[];
  readonly binary: readonly string[];
  readonly unreadable: readonly string[];
  readonly cut: readonly string[];
  readonly noRoom: number;
  readonly hasMore: boolean;
}

export async function readFolder(
  shared: ToolContext,
  { path, glob, includeIgnored }: FolderQuery,
  { context, limits }: { readonly context: Context; readonly limits: PartLimits },
): Promise<ReadFolder> {
  const { signal, permit } = context;
  const search = { glob, includeIgnored, guard: guardRead(shared, permit) };
  const found = await searchScopes(shared, scopesOf(shared, path), {
    limit: mostFiles,
    search: (below, limit) => shared.workspace.findFiles({ ...search, below, limit }, signal),
  });
  const filler = createPartFiller(limits);
  // The user has allowed exactly this folder.
  const isAllowed = permit?.exception !== undefined;
  const guard = isAllowed ? guardRead(shared, permit) : await guardSecrets(shared, permit);
  const whySecret = isAllowed ? () => undefined : await secretsNow(shared);
  const reading: Reading = { shared, guard, whySecret, filler, room: limits.room, signal };
  const read: FileRead[] = [];
  for (const file of found.items) {
    if (filler.isFull()) break;
    signal.throwIfAborted();
    read.push(await readOne(file, reading));
  }
  const named = (kind: FileRead['kind']) =>
    read.flatMap(each => (each.kind === kind ? [shownPlace(shared, each.file)] : []));
  const taken = read.flatMap(each => (each.kind === 'whole' || each.kind === 'cut' ? [each] : []));
  const noRoom = read.filter(({ kind }) => kind === 'no-room').length + found.items.length - read.length;
  return {
    parts: filler.parts,
    labels: taken.map(({ label }) => label),
    leftOut: {
      secret: named('secret'),
      binary: named('binary'),
      unreadable: named('unreadable'),
      cut: named('cut'),
      noRoom,
      hasMore: found.hasMore,
    },
  };
}

interface Reading {
  readonly shared: ToolContext;
  readonly guard: ReadGuard | undefined;
  readonly whySecret: WhySecret;
  readonly signal: AbortSignal;
  readonly filler: PartFiller;
  readonly room: number;
}

type FileRead = { readonly file: Location } & (
  | { readonly kind: 'whole' | 'cut'; readonly label: ReadLabel | undefined }
  | { readonly kind: 'secret' | 'binary' | 'unreadable' | 'empty' | 'no-room' }
);

/** Files may be gone, moved or changed since they were found; they count as unreadable then. */
async function readOne(file: Location, reading: Reading): Promise<FileRead> {
  const { shared, guard, whySecret, filler, room, signal } = reading;
  if (whySecret(file) !== undefined) return { file, kind: 'secret' };
  const content = await shared
    .inTurn([file], () => shared.workspace.read(file, guard), signal)
    .catch(() => undefined);
  signal.throwIfAborted();
  if (content === undefined) return { file, kind: 'unreadable' };
  if (content.kind === 'binary') return { file, kind: 'binary' };
  if (content.text.trim() === '') return { file, kind: 'empty' };
  const before = filler.parts.flat().length;
  const piece = { name: shownPlace(shared, file), text: content.text, firstLine: 1 };
  const { isWhole } = filler.add(piece, { most: room });
  if (filler.parts.flat().length === before) return { file, kind: 'no-room' };
  return { file, kind: isWhole ? 'whole' : 'cut', label: await labelOfFile(shared, file, content.text) };
}

const mostFiles = 2_000;
