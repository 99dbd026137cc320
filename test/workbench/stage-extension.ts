import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExtension } from '../../esbuild.js';

/** A folder inside the repository, for Node to find mocha from it. */
type Staged = {
  readonly folder: string;
  remove(): Promise<void>;
};

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is in the package besides dist/, and the file that says so. */
const shippedFiles = 'package.json ensembles media README.md CHANGELOG.md LICENSE .vscodeignore'.split(' ');

/**
 * Builds the extension as it ships, in a folder of its own that holds nothing else.
 *
 * So the tests meet what a user gets, and two test runs, or a watch task, do not pull the files from under
 * each other.
 */
export async function stageExtension(): Promise<Staged> {
  const { folder, remove } = await makeFolder('extension-');
  await buildExtension({ production: true, outdir: path.join(folder, 'dist') });
  for (const shipped of shippedFiles) {
    await cp(path.join(root, shipped), path.join(folder, shipped), { recursive: true });
  }
  return { folder, remove };
}

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

/** An extension that does nothing but carry the tests, so that Converser itself can be the installed package. */
export async function stageTests(): Promise<Staged> {
  const { folder, remove } = await makeFolder('tests-');
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), 'export function activate() {}\n');
  return { folder, remove };
}

async function makeFolder(prefix: string): Promise<Staged> {
  const parent = path.join(root, 'dist-test');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, prefix));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
