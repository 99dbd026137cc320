/** What VS Code loads as `extensionTestsPath`: it calls `run` in the extension host. */

import * as vscode from 'vscode';
import { runMocha } from './run-mocha.ts';

export async function run(): Promise<void> {
  // From now on Node reads the source maps of what it loads, for failures to be traced to the tests as written.
  process.setSourceMapsEnabled(true);
  const { failures } = await runMocha({ marked: true, tidyUp: closeParts });
  // VS Code turns a rejection into exit code 1.
  if (failures.length > 0) throw new Error(`${failures.length} failed`);
}

/** What stays open would be drawn again whenever a later test changes a setting. */
async function closeParts(): Promise<void> {
  for (const terminal of vscode.window.terminals) terminal.dispose();
  for (const part of ['Panel', 'Sidebar', 'AuxiliaryBar'])
    await vscode.commands.executeCommand(`workbench.action.close${part}`);
}
