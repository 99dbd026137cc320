import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TempFolder {
  readonly path: string;
  readonly file: (name: string) => string;
  readonly write: (name: string, content: string | Uint8Array) => Promise<void>;
  /** As editors save: into another file, which then takes the name. */
  readonly replace: (name: string, text: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** @param above the folder to make it in */
export async function createTempFolder(above = tmpdir()): Promise<TempFolder> {
  const root = await realpath(await mkdtemp(path.join(above, 'converser-')));
  const file = (name: string) => path.join(root, name);
  const write = async (name: string, content: string | Uint8Array) => {
    await mkdir(path.dirname(file(name)), { recursive: true });
    await writeFile(file(name), content);
  };
  return {
    path: root,
    file,
    write,
    async replace(name, text) {
      await write(`${name}.tmp`, text);
      await rename(file(`${name}.tmp`), file(name));
    },
    remove: name => rm(file(name), { recursive: true, force: true }),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}
