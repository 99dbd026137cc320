import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './stage-extension.ts';

export type StagedTests = {
  readonly folder: string;
  remove(): Promise<void>;
};

/** What VS Code needs to load the folder as an extension under development, which is all that may carry tests. */
const manifest = {
  name: 'tests',
  publisher: 'converser-tests',
  version: '0.0.0',
  private: true,
  type: 'module',
  // VS Code tells who imports `vscode` by the folders of extensions that have code of their own.
  main: './main.js',
  engines: { vscode: '^1.106.0' },
  extensionDependencies: ['converser.converser'],
  // What tests compose anew offers itself to VS Code as Converser does.
  contributes: { mcpServerDefinitionProviders: [{ id: 'converser.gateway', label: 'Converser in tests' }] },
};

/**
 * An extension that does nothing but carry the tests, so that Converser itself can be the installed package.
 *
 * The folder is inside the repository for Node to find mocha from it.
 */
export async function stageTests(): Promise<StagedTests> {
  const parent = path.join(root, 'dist-test');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, 'tests-'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), 'export function activate() {}\n');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
