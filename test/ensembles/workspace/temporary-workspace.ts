import { mkdir, mkdtemp, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DisposableWorkspace, SearchingIn } from '../../../src/converser/words/workspace/workspace.ts';
import { createNodeWorkspace } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { removeAll } from '../../../src/files/remove-all.ts';

export interface TemporaryWorkspace {
  readonly workspace: DisposableWorkspace & SearchingIn;
  /** The root. Beside it lie `root-but-longer`, `outside` and `trash`. */
  readonly root: string;
  readonly beside: string;
  write(file: string, content: string | Uint8Array): Promise<void>;
  dispose(): Promise<void>;
}

/** A workspace on the disk of this machine, with places around it that must not be reached. */
export async function makeTemporaryWorkspace({
  ripgrep = true,
}: {
  readonly ripgrep?: boolean;
} = {}): Promise<TemporaryWorkspace> {
  const beside = await realpath(await mkdtemp(path.join(tmpdir(), 'converser-workspace-')));
  const root = path.join(beside, 'root');
  await mkdir(root);
  for (const [folder, file] of [
    ['outside', 'secret.txt'],
    ['root-but-longer', 'secret.txt'],
  ] as const) {
    await mkdir(path.join(beside, folder));
    await writeFile(path.join(beside, folder, file), 'SECRET');
  }
  await mkdir(path.join(beside, 'trash'));
  const workspace = createNodeWorkspace({
    roots: [root],
    trash: async ({ absolutePath, held = absolutePath }) => {
      await rename(held, path.join(beside, 'trash', path.basename(absolutePath)));
      return true;
    },
    ...(ripgrep ? {} : { ripgrep: async () => undefined }),
  });
  return {
    workspace,
    root,
    beside,
    async write(file, content) {
      const place = path.join(root, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, content);
    },
    async dispose() {
      workspace.dispose();
      await removeAll(beside);
    },
  };
}

/** The same with what the contract asks for. */
export async function makeContractWorkspace(options: { readonly ripgrep?: boolean } = {}) {
  const made = await makeTemporaryWorkspace(options);
  const [root] = made.workspace.roots;
  if (root === undefined) throw new Error('The workspace has no root.');
  return {
    workspace: made.workspace,
    base: { root, path: '' },
    put: made.write,
    bytes: (file: string) => readFile(path.join(made.root, file)).catch(() => undefined),
    link: (file: string, target: { readonly inside: string } | 'outside') =>
      symlink(
        target === 'outside' ? path.join(made.beside, 'outside') : path.join(made.root, target.inside),
        path.join(made.root, file),
      ),
    secret: () => readFile(path.join(made.beside, 'outside', 'secret.txt'), 'utf8'),
    dispose: made.dispose,
  };
}
