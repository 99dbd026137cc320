import path from 'node:path';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import { isText, mapTexts } from '../entries/read-entry.ts';
import { literal } from '../entries/translate-placeholders.ts';

/**
 * The entry of a server that came with a folder, for a descriptor that applies to every folder: its paths and
 * placeholders lead to that folder. Otherwise programs of other folders would run, which you have not approved.
 */
export function placeInFolder(entry: JsonObject, folder: string | undefined): JsonObject {
  if (folder === undefined) return entry;
  const named = mapTexts(entry, text =>
    text.replace(/(?<!\$)\$\{workspaceFolder(Basename)?\}/g, (_, isName?: string) =>
      literal(isName === undefined ? folder : path.win32.basename(folder)),
    ),
  ) as JsonObject;
  const { cwd, envFile } = named;
  const placed = { ...named, cwd: placedIn(folder, isText(cwd) ? cwd : '') };
  return isText(envFile) ? { ...placed, envFile: placedIn(folder, envFile) } : placed;
}

/** A path relative to the folder, as a path from anywhere. */
function placedIn(folder: string, written: string): string {
  if (/^([~/\\]|\$\{|[a-z]:)/i.test(written)) return written;
  return written === '' ? literal(folder) : `${literal(folder)}/${written}`;
}
