import { realpath } from 'node:fs/promises';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import type { KeptRecord } from './record-file.ts';
import type { KeptChange } from './record-lines.ts';

/** Names folders as they are open now: a link may have led to them then, or may lead to them now. */
export async function rebaseRecords(
  records: readonly KeptRecord[],
  roots: readonly string[],
): Promise<readonly KeptRecord[]> {
  const open = new Map<string, string>();
  for (const root of roots) open.set(await realOf(root), root);
  const names = new Map<string, string>();
  for (const root of new Set(records.flatMap(({ header }) => header.roots)))
    names.set(root, roots.includes(root) ? root : (open.get(await realOf(root)) ?? root));
  return records.map(record => rebase(record, root => names.get(root) ?? root));
}

function realOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

function rebase(record: KeptRecord, nameOf: (root: string) => string): KeptRecord {
  const { header, changes } = record;
  if (header.roots.every(root => nameOf(root) === root)) return record;
  const place = ({ root, path }: KeptPlace): KeptPlace => ({ root: nameOf(root), path });
  return {
    ...record,
    header: defined({ ...header, roots: header.roots.map(nameOf), only: header.only?.map(place) }),
    changes: changes.map(each => ({ ...each, change: rebaseChange(each.change, place) })),
  };
}

function rebaseChange(change: KeptChange, place: (kept: KeptPlace) => KeptPlace): KeptChange {
  const made = change.made.map(place);
  return change.kind === 'move'
    ? { ...change, made, from: place(change.from), to: place(change.to) }
    : { ...change, made, place: place(change.place) };
}
