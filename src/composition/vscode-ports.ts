import type * as vscode from 'vscode';
import type { Log } from '../converser/ground/ports.ts';
import type { UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import type { StatusBar } from '../vscode/status-bar/status-bar.ts';
import type { OwnModels } from './compose-models.ts';

/** The running extension and a test differ in these ports alone. */
export interface VscodePorts {
  readonly extension: ExtensionFacts;
  readonly storage: VscodeStorage;
  readonly user: UserPorts;
  readonly models: VscodeModels;
  readonly log: Log;
  readonly statusBar: StatusBar;
}

export interface VscodeModels {
  readonly own: OwnModels;
  readonly access: ModelAccess;
}

/** Says whether you let Converser use a model of another extension; `undefined` if VS Code has not asked you yet. */
export interface ModelAccess {
  readonly canSendRequest: (model: vscode.LanguageModelChat) => boolean | undefined;
}

export type ExtensionFacts = Pick<vscode.Extension<unknown>, 'id' | 'extensionUri' | 'packageJSON'>;

export interface VscodeStorage {
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;
  readonly globalFolder: vscode.Uri;
  /** Equals `globalFolder` while no folder is open. */
  readonly workspaceFolder: vscode.Uri;
}
