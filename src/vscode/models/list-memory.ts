import * as vscode from 'vscode';
import type { ListMemory } from '../../providers/configured/list-cache.ts';

/** The models that providers listed, in one file for each provider. */
export function createListMemory(folder: vscode.Uri): ListMemory {
  const fileOf = (key: string) => vscode.Uri.joinPath(folder, `${encodeURIComponent(key)}.json`);
  return {
    async read(key) {
      const bytes = await readIfThere(fileOf(key));
      return bytes === undefined ? undefined : parsed(new TextDecoder().decode(bytes));
    },
    write: async (key, value) =>
      vscode.workspace.fs.writeFile(fileOf(key), new TextEncoder().encode(JSON.stringify(value))),
  };
}

async function readIfThere(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/** A file that a crash has damaged counts as missing. */
function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
