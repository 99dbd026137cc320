import * as vscode from 'vscode';
import type { Log } from '../../converser/ports.ts';
import { type PreparedModes, prepareModes } from '../../ensembles/prepare-modes.ts';
import { createDescriptorProblems } from '../../vscode/tools-view/descriptor-problems.ts';
import { ensembleFolders, type ForeignFolders } from '../../vscode/tools-view/ensemble-folders.ts';
import { lazySettings } from '../../vscode/window/lazy-settings.ts';
import { onDidChangeSettings } from '../../vscode/window/settings.ts';

export interface ModesPorts {
  readonly extensionUri: vscode.Uri;
  readonly foreign: ForeignFolders;
  readonly log: Log;
}

/** The modes of Converser, of your folder of ensembles and of the opened ones, with their mistakes in the Problems panel. */
export async function composeModes({ extensionUri, foreign, log }: ModesPorts): Promise<PreparedModes> {
  const folders = () => ensembleFolders(extensionUri, foreign);
  const modes = await prepareModes({ folders: folders(), log });
  const problems = createDescriptorProblems();
  const show = () => problems.show(modes.diagnostics);
  show();
  const readFolders = () => void modes.setFolders(folders());
  const subscriptions = [
    problems,
    modes.onDidChange(show),
    onDidChangeSettings(lazySettings.ensemblesFolder, readFolders),
    vscode.workspace.onDidChangeWorkspaceFolders(readFolders),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void modes.reload()),
  ];
  return {
    get all() {
      return modes.all;
    },
    get diagnostics() {
      return modes.diagnostics;
    },
    onDidChange: modes.onDidChange,
    setFolders: modes.setFolders,
    reload: modes.reload,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      modes.dispose();
    },
  };
}
