import * as vscode from 'vscode';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Attachment } from '../../converser/turn/attachments/attachment.ts';
import { isHeldName } from '../../converser/turn/attachments/mention.ts';
import { fromJson, toJson } from '../../converser/words/canister/canister-json.ts';
import { savedText } from '../workspace/read-saved.ts';

export interface Held {
  readonly attachment: Attachment;
  readonly thumbnail?: string;
}

export interface HeldAttachments {
  add(held: Held): Promise<string>;
  get(name: string): Promise<Held | undefined>;
}

/** The oldest are dropped; what was sent is in its conversation. */
const most = { count: 30, days: 7 } as const;

/** A folder keeps them, since a draft outlives its window. Where it can't or may not be written, they last as long as this. */
export function createHeldAttachments(folder: vscode.Uri, mayKeep: () => boolean): HeldAttachments {
  const all = new Map<string, Held>();
  let last = Promise.resolve(0);
  const place = (name: string) => vscode.Uri.joinPath(folder, `${name}.json`);
  return {
    async add({ attachment, ...more }) {
      const { kind } = attachment;
      if (kind !== 'image' && kind !== 'pdf' && kind !== 'file') throw errors.badArguments('Not a file');
      // Several that come at the same time get different numbers, in other windows, too.
      last = last.then(async number => Math.max(number, await tidy(folder).catch(() => 0)) + 1);
      const name = `${kind}-${await last}`;
      const held = { ...more, attachment: { ...attachment, name } };
      all.set(name, held);
      const [oldest] = all.keys();
      if (all.size > most.count && oldest !== undefined) all.delete(oldest);
      if (!mayKeep()) return name;
      vscode.workspace.fs
        .writeFile(place(name), new TextEncoder().encode(toJson(held)))
        .then(undefined, () => {});
      return name;
    },
    async get(name) {
      const found = all.get(name) ?? (isHeldName(name) ? await read(place(name)) : undefined);
      if (found === undefined || mayKeep()) return found;
      // It was pasted before, and is used where nothing may be kept.
      all.set(name, found);
      await vscode.workspace.fs.delete(place(name)).then(undefined, () => {});
      return found;
    },
  };
}

async function read(file: vscode.Uri): Promise<Held | undefined> {
  try {
    const held = fromJson<Held>(await savedText(file));
    return isJsonObject(held) && isJsonObject(held.attachment) ? held : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves with the highest number that is taken. */
async function tidy(folder: vscode.Uri): Promise<number> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const found = entries
    .flatMap(([entry]) => {
      const [, name = '', number] = /^((?:image|pdf|file)-(\d{1,4}))\.json$/.exec(entry) ?? [];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    })
    .toSorted((a, b) => b.number - a.number);
  const oldest = Date.now() - most.days * 24 * 60 * 60 * 1000;
  for (const [at, { name }] of found.entries()) {
    const file = vscode.Uri.joinPath(folder, `${name}.json`);
    const isOld = at >= most.count || (await vscode.workspace.fs.stat(file)).mtime < oldest;
    // The newest one says which names earlier messages may have.
    if (isOld && at > 0) await vscode.workspace.fs.delete(file);
  }
  return found[0]?.number ?? 0;
}
