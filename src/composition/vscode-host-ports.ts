import path from 'node:path';
import * as vscode from 'vscode';
import type { Host } from '../converser/ground/host.ts';
import type { Log } from '../converser/ground/ports.ts';
import type { KnownSecrets } from '../converser/ground/secrets/known-secrets.ts';
import { createRandomIds, createSystemClock } from '../converser/ground/system-ports.ts';
import type { Person } from '../converser/words/ensemble/person.ts';
import { createLoginPath } from '../ensembles/process/login-path.ts';
import { editorPowers } from '../ensembles/workspace/editor-powers.ts';
import { decidesEnsembles, type ProtectedRole } from '../ensembles/workspace/protection/protected-role.ts';
import type { EditorFiles, HostFolders, HostPorts, HostWorkspace } from '../house/host-ports.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-model.ts';
import { editorFocus } from '../vscode/attachments/selected-text.ts';
import { createInstructionChoices } from '../vscode/commands/instruction-choices.ts';
import { createAlerts } from '../vscode/common/vscode-host.ts';
import { onDidChangeSettings, settings, writeSettings } from '../vscode/common/vscode-settings.ts';
import { createLmProvider } from '../vscode/language-models/lm-provider.ts';
import { createApprovalMemory } from '../vscode/questions/approval-memory.ts';
import { createSettingsRules } from '../vscode/questions/settings-rules.ts';
import { showUnsaved } from '../vscode/undo/show-unsaved.ts';
import { editorSaves } from '../vscode/undo/vscode-saves.ts';
import { readSaved } from '../vscode/workspace/read-saved.ts';
import { createVscodeWorkspace, type VscodeWorkspace } from '../vscode/workspace/vscode-workspace.ts';
import type { OpenedMcp } from './compose-mcp.ts';
import { conversationsFolder } from './conversations-folder.ts';
import type { ExtensionFacts, VscodePorts, VscodeStorage } from './vscode-ports.ts';

export function vscodeHost(log: Log, secrets: KnownSecrets): Host {
  return { clock: createSystemClock(), ids: createRandomIds(), log, secrets, alerts: createAlerts() };
}

export interface VscodeHostSources extends Pick<VscodePorts, 'extension' | 'storage' | 'models'> {
  readonly host: Host;
  readonly mcp: OpenedMcp;
  readonly person: Person;
}

export type VscodeHostPorts = HostPorts & { readonly workspace: VscodeWorkspace };

export function vscodeHostPorts(sources: VscodeHostSources): VscodeHostPorts {
  const { extension, storage, models, host, mcp, person } = sources;
  const rules = createSettingsRules();
  const { workspaceState } = storage;
  return {
    host,
    settings,
    onDidChangeSetting: onDidChangeSettings,
    workspace: openedWorkspace(),
    folders: vscodeFolders(extension.extensionUri, storage.globalFolder),
    storage: {
      folder: storage.globalFolder.fsPath,
      // Beside Converser's own folder lie those of other extensions, and VS Code's secrets.
      hidden: vscode.Uri.joinPath(storage.globalFolder, '..').fsPath,
      roles: () => rolesInVscode(extension, storage),
    },
    decisions: {
      rules,
      approvals: createApprovalMemory(workspaceState),
      isTrusted: () => vscode.workspace.isTrusted,
      trustSource: source => writeSettings.trustedSource(source),
    },
    person,
    secrets: { secret: mcp.values.secret },
    loginPath: createLoginPath({ environment: process.env }),
    instructionsOff: createInstructionChoices(workspaceState),
    addProviders(all) {
      const { requests, providers } = models.own;
      all.add(createRehearsalProvider());
      const joined = providers.join(all);
      all.add(createLmProvider(requests.log));
      return vscode.Disposable.from(joined, rules);
    },
    loadMcp: mcp.load,
  };
}

function openedWorkspace(): VscodeWorkspace & HostWorkspace {
  const workspace = createVscodeWorkspace(editorPowers(vscode.env.appRoot));
  return {
    ...workspace,
    get roots() {
      return workspace.roots;
    },
    saves: editorSaves,
    focus: editorFocus,
    showUnsaved: (place, text) => showUnsaved(workspace.uriOf(place), text),
    readBytes: async location => readSaved(workspace.uriOf(location)),
  };
}

function vscodeFolders(extensionUri: vscode.Uri, globalFolder: vscode.Uri): HostFolders {
  return {
    shipped: vscode.Uri.joinPath(extensionUri, 'ensembles').fsPath,
    opened: openedFolders,
    isTrusted: () => vscode.workspace.isTrusted,
    named: [],
    editor: editorFiles(globalFolder),
    onDidChange: listener =>
      vscode.Disposable.from(
        vscode.workspace.onDidChangeWorkspaceFolders(() => listener()),
        vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
      ),
  };
}

function openedFolders(): readonly string[] {
  const { workspaceFolders = [] } = vscode.workspace;
  return workspaceFolders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function editorFiles(globalFolder: vscode.Uri): EditorFiles {
  return {
    // VS Code keeps it beside the folder in which extensions keep theirs.
    user: vscode.Uri.joinPath(globalFolder, '..', '..').fsPath,
    workspaceFile() {
      const { workspaceFile } = vscode.workspace;
      if (workspaceFile?.scheme !== 'file') return undefined;
      const { dir: folder, base: name } = path.parse(workspaceFile.fsPath);
      return { folder, place: { name, section: ['settings', 'mcp'] } };
    },
  };
}

function rolesInVscode(
  { extensionUri }: Pick<ExtensionFacts, 'extensionUri'>,
  { globalFolder, workspaceFolder }: Pick<VscodeStorage, 'globalFolder' | 'workspaceFolder'>,
): readonly ProtectedRole[] {
  const { workspaceFile } = vscode.workspace;
  return [
    ...['dist', 'package.json'].map(name => role(decidesEnsembles, extensionUri, name)),
    role('holds what you have approved.', workspaceFolder),
    { path: conversationsFolder({ workspaceFolder }), reason: 'holds your conversations.' },
    // VS Code keeps its own files beside the folder in which extensions keep theirs.
    ...userFiles.map(name => role(holdsSettings, globalFolder, '..', '..', name)),
    role(holdsSettings, globalFolder, '..', '..', '..', 'Machine'),
    ...(workspaceFile?.scheme === 'file' ? [role(holdsSettings, workspaceFile)] : []),
  ];
}

const userFiles = ['settings.json', 'mcp.json', 'tasks.json', 'keybindings.json', 'profiles', 'sync'];
const holdsSettings = 'holds your settings, and with them what you have allowed.';

function role(reason: string, base: vscode.Uri, ...names: readonly string[]): ProtectedRole {
  return { path: vscode.Uri.joinPath(base, ...names).fsPath, reason };
}
