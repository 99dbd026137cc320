import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { isInside } from '../../descriptors/files/is-inside.ts';
import { realPath } from '../../workspace/real-path.ts';
import { readFileText, replaceIfSame } from './change-file.ts';
import type { EntryFormat, EntryPlace, Problem } from './entry-format.ts';
import type { ExportTarget, McpAccess } from './export-targets.ts';
import { jsonEntries } from './json-entry.ts';
import { tomlEntries } from './toml-entry.ts';

export interface PlannedChange {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface TargetState {
  readonly file: string;
  readonly isFound: boolean;
  readonly entry: JsonValue | undefined;
}

const entryName = 'converser';

export async function stateOf(target: ExportTarget): Promise<TargetState> {
  const file = await fileOf(target);
  const read = await readFileText(file);
  const text = 'text' in read ? read.text : undefined;
  const entry = text === undefined ? undefined : await readEntry(target, file, text);
  return { file, entry, isFound: text !== undefined || (await exists(path.dirname(file))) };
}

async function readEntry(target: ExportTarget, file: string, text: string): Promise<JsonValue | undefined> {
  const read = await formats[target.format].read(withoutBom(text), placeIn(target, file));
  return 'entry' in read ? read.entry : undefined;
}

export async function planChange(
  target: ExportTarget,
  access: McpAccess | undefined,
): Promise<PlannedChange | Problem> {
  const file = await fileOf(target);
  const read = (await leadsOut(target, file)) ?? (await readFileText(file));
  if ('problem' in read) return read;
  const before = read.text;
  const text = withoutBom(before ?? '');
  const format = formats[target.format];
  const place = placeIn(target, file);
  const edited =
    access === undefined
      ? await format.remove(text, place)
      : await format.set(text, place, target.entry(access));
  if ('problem' in edited) return edited;
  const bom = before?.startsWith(byteOrderMark) ? byteOrderMark : '';
  return { file, before, after: bom + edited.text };
}

export async function makeChange(
  target: ExportTarget,
  { file, before, after }: PlannedChange,
): Promise<boolean> {
  return (await leadsOut(target, file)) === undefined && replaceIfSame(file, { before, after });
}

/** A folder from somewhere else could have a link to any file of yours. */
async function leadsOut({ folder }: ExportTarget, file: string): Promise<Problem | undefined> {
  if (folder === undefined || (await isReallyInside(file, folder))) return undefined;
  return { problem: `${file} leads out of the folder through a link. Change it yourself.` };
}

/** A file in a project may share its key with others. */
export async function couldBeCommitted({ folder }: ExportTarget): Promise<boolean> {
  return folder !== undefined && (await isInGit(folder));
}

const formats: Readonly<Record<ExportTarget['format'], EntryFormat>> = {
  json: jsonEntries,
  toml: tomlEntries,
};

function placeIn({ section }: ExportTarget, file: string): EntryPlace {
  return { file, path: [...section, entryName] };
}

async function fileOf({ files }: ExportTarget): Promise<string> {
  for (const file of files) if (await exists(file)) return file;
  return files[0];
}

async function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

const byteOrderMark = '\uFEFF';

function withoutBom(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

async function isReallyInside(file: string, folder: string): Promise<boolean> {
  // A link that leads nowhere leads out.
  const real = await Promise.all([realPath(folder), realPath(file)]).catch(() => undefined);
  return real !== undefined && isInside(...real);
}

/** In a worktree, `.git` is a file. */
async function isInGit(folder: string): Promise<boolean> {
  const found = await stat(path.join(folder, '.git')).catch(() => undefined);
  if (found !== undefined) return true;
  const parent = path.dirname(folder);
  return parent !== folder && (await isInGit(parent));
}
