import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeFolder } from './remove-folder.ts';

export type SampleWorkspace = {
  /** Absolute, without symbolic links, so that it can be compared with what VS Code reports. */
  readonly folder: string;
  remove(): Promise<void>;
};

const fixture = fileURLToPath(new URL('../fixtures/workspace', import.meta.url));

/** Copies test/fixtures/workspace to a temporary place where anything may be done to it. */
export async function makeSampleWorkspace(): Promise<SampleWorkspace> {
  const parent = await realpath(await mkdtemp(path.join(tmpdir(), 'converser-workspace-')));
  const folder = path.join(parent, 'sample');
  await cp(fixture, folder, { recursive: true });
  return {
    folder,
    remove: () => removeFolder(parent),
  };
}
