import * as vscode from 'vscode';
import type { JsonValue } from '../../converser/ground/json/json.ts';

/** The file is replaced as a whole, so that a crash leaves either the old or the new one. */
export function createJsonFile(file: vscode.Uri) {
  const { fs } = vscode.workspace;
  return {
    async read() {
      const { savedText } = await import('../workspace/read-saved.ts');
      return JSON.parse(await savedText(file)) as JsonValue;
    },
    async write(value: JsonValue) {
      const draft = file.with({ path: `${file.path}.${crypto.randomUUID()}` });
      await fs.writeFile(draft, new TextEncoder().encode(JSON.stringify(value)));
      await fs.rename(draft, file, { overwrite: true });
    },
  };
}
