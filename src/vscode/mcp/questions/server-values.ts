import * as vscode from 'vscode';
import { textOfFile } from '../../../converser/words/workspace/decode-file.ts';
import type { Values } from '../../../ensembles/mcp/definition/values.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { readSaved } from '../../workspace/read-saved.ts';
import { createInputQuestions } from './input-questions.ts';
import { createListedSecrets } from './listed-secrets.ts';

export interface ServerValuesOptions {
  readonly secrets: vscode.SecretStorage;
  readonly state: vscode.Memento;
  readonly ask: AskUser;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
}

/** Secrets and inputs are in VS Code's secret storage. */
export interface ServerValues extends Values {
  readonly secretNames: readonly string[];
  /** An empty value deletes the secret. */
  keepSecret(name: string, value: string): Promise<void>;
  readonly hasInputs: boolean;
  forgetInputs(): Promise<void>;
}

export function createServerValues(options: ServerValuesOptions): ServerValues {
  const { secrets, state, ask, environment, userHome } = options;
  const ownSecrets = createListedSecrets({ secrets, state, list: 'converser.serverSecrets' });
  const inputs = createListedSecrets({ secrets, state, list: 'converser.serverInputs' });
  return {
    env: name => environment[name],
    secret: async name => ownSecrets.read(secretKey(name)),
    input: createInputQuestions(ask, inputs),
    get folders() {
      return vscode.workspace.isTrusted ? openedFolders() : [];
    },
    get howToOpen() {
      const isRestricted = !vscode.workspace.isTrusted && openedFolders().length > 0;
      return isRestricted
        ? 'This workspace isn’t trusted. Trust the workspace to use its folders.'
        : undefined;
    },
    userHome,
    readText,
    get secretNames() {
      return ownSecrets.names.map(key => key.slice(secretKey('').length));
    },
    keepSecret: (name, value) => ownSecrets.write(secretKey(name), value),
    get hasInputs() {
      return inputs.names.length > 0;
    },
    forgetInputs: () => inputs.clear(),
  };
}

function openedFolders(): Values['folders'] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

async function readText(file: string): Promise<string | undefined> {
  const bytes = await readSaved(vscode.Uri.file(file)).then(
    found => found,
    () => undefined,
  );
  return bytes && textOfFile(file, bytes);
}

function secretKey(name: string): string {
  return `mcp-secret:${name}`;
}
