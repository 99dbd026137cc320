import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExtension } from '../../esbuild.js';

export type StagedExtension = {
  readonly folder: string;
  remove(): Promise<void>;
};

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is in the package besides dist/, and the file that says so. */
const shippedFiles = [
  'package.json',
  'ensembles',
  'media',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.vscodeignore',
];

/**
 * Builds the extension as it ships, in a folder of its own that holds nothing else.
 *
 * So the tests meet what a user gets, and two test runs, or a watch task, do not pull the files from under
 * each other. The folder is inside the repository for Node to find mocha from it.
 */
export async function stageExtension(): Promise<StagedExtension> {
  const parent = path.join(root, 'dist-test');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, 'extension-'));
  await buildExtension({ production: true, outdir: path.join(folder, 'dist') });
  for (const shipped of shippedFiles) {
    await cp(path.join(root, shipped), path.join(folder, shipped), {
      recursive: true,
    });
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
