import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { VscodeStorage } from './vscode-ports.ts';

/**
 * All windows of a folder share it. On another machine (SSH, WSL, containers, Codespaces), VS Code names the storage of a second
 * window, and of one that reloads too fast, `WORKSPACE-1/EXTENSION` instead of `WORKSPACE/EXTENSION`.
 */
export function conversationsFolder({ workspaceFolder }: Pick<VscodeStorage, 'workspaceFolder'>): string {
  const { dir: workspace, base: extension } = posix.parse(workspaceFolder.path);
  const shared = workspaceFolder.with({ path: posix.join(workspace.replace(/-\d$/, ''), extension) });
  return vscode.Uri.joinPath(shared, 'conversations').fsPath;
}
