import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, installOnce } from './ground/cache.mjs';
import { runLogged } from './ground/run-logged.mjs';
import { step } from './ground/say.mjs';
import { root, stageExtension } from './stage-extension.ts';

export type ExtensionPackage = {
  /** The .vsix file. */
  readonly file: string;
  /** The same for the same content. */
  readonly hash: string;
};

const prefix = 'package-';

/** Hands the package from the process that runs the suites to those that run the tests. */
const variable = 'CONVERSER_PACKAGE';

let packaged: Promise<ExtensionPackage> | undefined;

/** Gives the package that people install, made of the sources as they are; a package is kept by its content. */
export function extensionPackage(): Promise<ExtensionPackage> {
  const given = process.env[variable];
  packaged ??= given ? Promise.resolve(JSON.parse(given)) : makePackage();
  return packaged;
}

/** Makes the package now, so that no process that is started from here makes it again. */
export async function handDownPackage(): Promise<void> {
  process.env[variable] = JSON.stringify(await extensionPackage());
}

async function makePackage(): Promise<ExtensionPackage> {
  return step('Packaging the extension', async () => {
    const staged = await stageExtension();
    try {
      const hash = await hashOf(staged.folder);
      const folder = await installOnce(`${prefix}${hash}`, async partial => {
        const file = path.join(partial, 'converser.vsix');
        await runLogged([process.execPath, vsce(), ...packageArguments, '--out', file], {
          cwd: staged.folder,
          logName: 'vsce-package',
        });
        await removeOldPackages();
      });
      return { file: path.join(folder, 'converser.vsix'), hash };
    } finally {
      await staged.remove();
    }
  });
}

const packageArguments = [
  'package',
  // esbuild has put what is needed of the dependencies into dist/.
  '--no-dependencies',
  // Links of the readme lead to files that the package does not hold, and the repository has no address.
  '--no-rewrite-relative-links',
  '--allow-missing-repository',
];

function vsce(): string {
  return fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
}

async function hashOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  const hash = createHash('sha256').update(packageArguments.join(' '));
  for (const file of files.sort()) {
    hash.update(`\0${path.relative(folder, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Each change of the sources makes another package: those of yesterday have served. */
async function removeOldPackages(): Promise<void> {
  const yesterday = Date.now() - 24 * 60 * 60_000;
  for (const name of await readdir(cacheFolder())) {
    const folder = path.join(cacheFolder(), name);
    if (!/^(package|installed)-[0-9a-f]{16}-/.test(name)) continue;
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < yesterday) await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the package where a person looks for it. */
export async function copyPackage(folder: string): Promise<string> {
  const { file } = await extensionPackage();
  const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const copy = path.join(folder, `${name}-${version}.vsix`);
  await cp(file, copy);
  return copy;
}
