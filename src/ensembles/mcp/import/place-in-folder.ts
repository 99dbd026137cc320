import path from 'node:path';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import { isText, mapTexts } from '../entries/read-entry.ts';
import { literal } from '../entries/translate-placeholders.ts';

/**
 * The descriptor applies to every folder, so its paths must lead to this one, or unapproved programs of others would
 * run.
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

function placedIn(folder: string, written: string): string {
  if (/^([~/\\]|\$\{|[a-z]:)/i.test(written)) return written;
  return written === '' ? literal(folder) : `${literal(folder)}/${written}`;
}
