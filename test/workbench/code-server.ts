import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureDebianPackages } from './debian-packages.ts';
import { installOnce } from './ground/cache.mjs';
import { headersFolder, nodeOfMajor } from './ground/node.mjs';
import { npm } from './ground/npm.mjs';
import { CommandFailed } from './ground/run-logged.mjs';
import { CannotGoOn, step } from './ground/say.mjs';
import { fromRegistryOnly } from './registry-only.ts';

/** VS Code's server as it comes from npm. */
export type CodeServer = {
  readonly version: string;
  /** The server's main script, to be run directly: code-server's own wrapper adds a login and a proxy. */
  readonly script: string;
  /** The Node that its native modules were built for. */
  readonly node: string;
};

/** Contains VS Code 1.139.1. */
const defaultVersion = '4.139.1';

/** The other end of our range, 1.106. */
export const oldestVersion = '4.106.3';

/** Names another version of the server. */
export const versionVariable = 'CONVERSER_CODE_SERVER';

const buildPackages =
  'g++ make python3 pkg-config libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev'.split(' ');

/** Gives code-server from the cache; the first time, installs it there. */
export async function ensureCodeServer(): Promise<CodeServer> {
  const version = process.env[versionVariable] ?? defaultVersion;
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new CannotGoOn(
      `${versionVariable} is "${version}" but should be a version such as ${defaultVersion}.`,
    );
  }
  if (process.platform === 'win32') {
    throw new CannotGoOn(
      'without a desktop VS Code, Windows cannot run these tests: install VS Code, or use WSL.',
    );
  }
  const folder = await installOnce(`code-server-${version}`, partial => install(version, partial));
  return {
    version,
    script: path.join(serverFolder(folder), 'out', 'server-main.js'),
    node: await nodeOfMajor(await wantedNodeMajor(folder)),
  };
}

async function install(version: string, folder: string): Promise<void> {
  await ensureDebianPackages(buildPackages, { why: 'VS Code’s server' });
  await writeFile(
    path.join(folder, 'package.json'),
    '{"private":true,"allowScripts":{"code-server":true}}\n',
  );
  // The scripts are left out at first because the package itself says which Node should run them.
  await step(`Fetching code-server ${version} (VS Code as a server; needed once, kept in the cache)`, () =>
    npm(['install', `code-server@${version}`, '--ignore-scripts'], {
      cwd: folder,
      logName: 'code-server-fetch',
    }),
  );
  await fromRegistryOnly(serverFolder(folder));
  const node = await nodeOfMajor(await wantedNodeMajor(folder));
  await step('Building its native modules (a few minutes, once)', () => build(folder, node)).catch(error => {
    if (!(error instanceof CommandFailed)) throw error;
    const needed = buildPackages.join(', ');
    throw new CannotGoOn(
      `code-server could not be built, see ${error.log}; it needs ${needed}, or their like.`,
    );
  });
}

function build(folder: string, node: string): Promise<void> {
  const env = {
    // Headers that came with this Node: node-gyp would ask nodejs.org for them.
    npm_config_nodedir: headersFolder(node),
    // Older releases refuse to be built by root without it.
    npm_config_unsafe_perm: 'true',
  };
  return npm(['rebuild', 'code-server'], { cwd: folder, node, env, logName: 'code-server-build' });
}

async function wantedNodeMajor(folder: string): Promise<number> {
  const manifest = JSON.parse(await readFile(path.join(packageFolder(folder), 'package.json'), 'utf8'));
  return Number.parseInt(manifest.engines.node, 10);
}

function packageFolder(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server');
}

function serverFolder(folder: string): string {
  return path.join(packageFolder(folder), 'lib', 'vscode');
}
