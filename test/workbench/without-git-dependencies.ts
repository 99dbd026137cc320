import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

type Manifest = { dependencies?: Record<string, string> };
type Lock = { packages: Record<string, Manifest & { version?: string }> };

/**
 * Lets older releases of VS Code's server be installed where npm's registry is all that can be reached.
 *
 * They name one dependency, @parcel/watcher, by a commit on GitHub, made shortly before a release. What came
 * out in the registry since then is taken instead.
 *
 * @param server the folder of the server, lib/vscode in the package
 */
export async function withoutGitDependencies(server: string): Promise<void> {
  // The extensions that come with it are installed by themselves, with a lock of their own.
  for (const folder of [server, path.join(server, 'extensions')]) {
    await replaceIn(path.join(folder, 'package.json'), path.join(folder, 'npm-shrinkwrap.json'));
  }
}

async function replaceIn(manifestFile: string, lockFile: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const lock: Lock = JSON.parse(await readFile(lockFile, 'utf8'));
  const dependencies = manifest.dependencies ?? {};
  const fromGit = Object.keys(dependencies).filter(name => /^[\w-]+\/[\w-]+#/.test(dependencies[name] ?? ''));
  if (fromGit.length === 0) return;

  for (const name of fromGit) {
    const entry = `node_modules/${name}`;
    dependencies[name] = `^${lock.packages[entry]?.version}`;
    // Without its entry in the lock, npm looks for the dependency anew, in the registry.
    delete lock.packages[entry];
  }
  lock.packages[''] = { ...lock.packages[''], dependencies };
  await writeFile(manifestFile, JSON.stringify(manifest, undefined, 2));
  await writeFile(lockFile, JSON.stringify(lock, undefined, 2));
}
