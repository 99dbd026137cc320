import * as vscode from 'vscode';
import type { ListMemory } from '../../providers/configured/list-cache.ts';
import { createJsonFile } from './json-file.ts';

export function createListMemory(folder: vscode.Uri): ListMemory {
  const fileOf = (key: string) =>
    createJsonFile(vscode.Uri.joinPath(folder, `${encodeURIComponent(key)}.json`));
  return {
    // A damaged file counts as missing.
    read: key =>
      fileOf(key)
        .read()
        .catch(() => undefined),
    write: (key, value) => fileOf(key).write(value),
  };
}
