import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

type Manifest = { dependencies?: Record<string, string> };
type Locked = Manifest & { version?: string; hasInstallScript?: boolean };
type Lock = { packages: Record<string, Locked> };

/**
 * Lets older releases of VS Code's server be installed where npm's registry is all that can be reached.
 *
 * Two of their dependencies would come from GitHub: @parcel/watcher, which they name by a commit, and the
 * program that @vscode/ripgrep used to download. Later releases of both are in the registry.
 *
 * @param server the folder of the server, lib/vscode in the package
 */
export async function fromRegistryOnly(server: string): Promise<void> {
  // The extensions that come with it are installed by themselves, with a lock of their own.
  for (const folder of [server, path.join(server, 'extensions')]) {
    await replaceIn(path.join(folder, 'package.json'), path.join(folder, 'npm-shrinkwrap.json'));
  }
}

async function replaceIn(manifestFile: string, lockFile: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const lock: Lock = JSON.parse(await readFile(lockFile, 'utf8'));
  const dependencies = manifest.dependencies ?? {};
  let replaced = false;
  for (const [name, wanted] of Object.entries(dependencies)) {
    const entry = `node_modules/${name}`;
    const substitute = substituteFor({ name, wanted, locked: lock.packages[entry] });
    if (!substitute) continue;
    dependencies[name] = substitute;
    // Without its entry in the lock, npm looks for the dependency anew, in the registry.
    delete lock.packages[entry];
    replaced = true;
  }
  if (!replaced) return;
  lock.packages[''] = { ...lock.packages[''], dependencies };
  await writeFile(manifestFile, JSON.stringify(manifest, undefined, 2));
  await writeFile(lockFile, JSON.stringify(lock, undefined, 2));
}

function substituteFor(dependency: {
  readonly name: string;
  readonly wanted: string;
  readonly locked: Locked | undefined;
}): string | undefined {
  const { name, wanted, locked } = dependency;
  if (/^[\w-]+\/[\w-]+#/.test(wanted)) return `^${locked?.version}`;
  // Since 1.18 the program is in packages of its own, one for each platform.
  if (name === '@vscode/ripgrep' && locked?.hasInstallScript) return '^1.18.0';
  return undefined;
}
