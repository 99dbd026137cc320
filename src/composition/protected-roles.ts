import * as vscode from 'vscode';
import { decidesEnsembles, type ProtectedRole } from '../ensembles/workspace/protection/protected-roles.ts';
import { settings } from '../vscode/window/settings.ts';
import type { ExtensionFacts, VscodeStorage } from './vscode-ports.ts';

export interface RolePlaces {
  readonly extension: Pick<ExtensionFacts, 'extensionUri'>;
  readonly storage: Pick<VscodeStorage, 'globalFolder' | 'workspaceFolder'>;
}

/** What decides what Converser does in this window, beside the places that are known by their names. */
export function rolesInVscode({ extension, storage }: RolePlaces): readonly ProtectedRole[] {
  const own = settings.ensemblesFolder;
  const { workspaceFile } = vscode.workspace;
  return [
    ...ownCode.map(name => role(decidesEnsembles, extension.extensionUri, name)),
    ...(own === '' ? [] : [{ path: own, reason: decidesEnsembles }]),
    role(holdsApprovals, storage.globalFolder),
    role(holdsApprovals, storage.workspaceFolder),
    // VS Code keeps its own files beside the folder in which extensions have theirs.
    ...userFiles.map(name => role(holdsSettings, storage.globalFolder, '..', '..', name)),
    role(holdsSettings, storage.globalFolder, '..', '..', '..', 'Machine'),
    ...(workspaceFile?.scheme === 'file' ? [role(holdsSettings, workspaceFile)] : []),
  ];
}

const ownCode = ['ensembles', 'dist', 'package.json'];
const userFiles = ['settings.json', 'mcp.json', 'tasks.json', 'keybindings.json', 'profiles', 'sync'];
const holdsApprovals = 'holds what you have approved.';
const holdsSettings = 'holds your settings, and with them what you have allowed.';

function role(reason: string, base: vscode.Uri, ...names: readonly string[]): ProtectedRole {
  return { path: vscode.Uri.joinPath(base, ...names).fsPath, reason };
}
