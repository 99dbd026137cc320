import type * as vscode from 'vscode';
import type { Log } from '../converser/ground/ports.ts';
import type { UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import type { StatusBar } from '../vscode/status-bar/status-bar.ts';
import type { OwnModels } from './compose-models.ts';

/** What differs between the running extension and a test: who is the user, and where things are kept. */
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
  /** To models of other extensions. */
  readonly access: ModelAccess;
}

/** Whether you let Converser use a model of another extension; `undefined` if VS Code has not asked you yet. */
export interface ModelAccess {
  readonly canSendRequest: (model: vscode.LanguageModelChat) => boolean | undefined;
}

export type ExtensionFacts = Pick<vscode.Extension<unknown>, 'id' | 'extensionUri' | 'packageJSON'>;

/** The places in which VS Code keeps things for an extension. */
export interface VscodeStorage {
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;
  readonly globalFolder: vscode.Uri;
  /** The same as `globalFolder` while no folder is open. */
  readonly workspaceFolder: vscode.Uri;
}
