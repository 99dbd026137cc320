import * as vscode from 'vscode';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';

const descriptor = `# Describes the function in greet.mjs. What you save here counts at once: there is nothing to reload.

[ensemble]
name = "greetings"
kind = "local"
title = "Greetings"
description = "Ways to say hello."

[[invokers]]
name = "greet"
implementation = "./greet.mjs#greet"
description = "Greets someone by name."
annotations = { readOnly = true }
output = { screen = "👋 **{greeting}**" }

[invokers.arguments]
type = "object"
required = ["name"]
properties.name = { type = "string", description = "The name of the person to greet." }
`;

const code = `export async function greet({ name }, { signal, progress }) {
  progress(\`Thinking of something nice to say to \${name}\`);
  return { greeting: \`Hello, \${name}!\` };
}
`;

export const exampleCall = '/invoke greetings:greet {"name": "Ada"}';

/** Files that are there already stay as they are. */
export async function createExampleTool(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw fileErrors.noWorkspace();
  const place = vscode.Uri.joinPath(folder.uri, '.converser', 'ensembles');
  const [shown] = await Promise.all([
    writeNew(vscode.Uri.joinPath(place, 'greetings.toml'), descriptor),
    writeNew(vscode.Uri.joinPath(place, 'greet.mjs'), code),
  ]);
  await vscode.window.showTextDocument(shown, { preview: false });
}

async function writeNew(uri: vscode.Uri, content: string): Promise<vscode.Uri> {
  const isThere = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!isThere) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  return uri;
}
