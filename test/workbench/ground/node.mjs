/** A Node of a given major version, whatever the machine came with. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from './cache.mjs';
import { npm } from './npm.mjs';
import { CannotGoOn, step } from './say.mjs';

/** The Node that the scripts and tests are written for: it runs TypeScript without a build. */
const scriptsMajor = 24;

/** @returns {Promise<string>} the path of a Node that runs TypeScript: the running one if it is new enough */
export async function nodeForScripts() {
  return runningMajor() >= scriptsMajor ? process.execPath : fetchedNode(scriptsMajor);
}

/**
 * @param {number} major exactly this one, because native modules are built for one
 * @returns {Promise<string>}
 */
export async function nodeOfMajor(major) {
  return runningMajor() === major ? process.execPath : fetchedNode(major);
}

/**
 * Where the C headers of a Node are, for building native modules without asking nodejs.org for them.
 *
 * @param {string} node path of the executable
 */
export function headersFolder(node) {
  return path.dirname(path.dirname(node));
}

function runningMajor() {
  return Number.parseInt(process.versions.node, 10);
}

/** @param {number} major */
async function fetchedNode(major) {
  const packageName = platformPackage();
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const pathInside = path.join('node_modules', packageName, 'bin', executable);
  const folder = await installOnce(`node-${major}`, partial =>
    step(
      `Fetching Node ${major} (this machine has ${process.versions.node}; needed once, kept in the cache)`,
      async () => {
        await writeFile(path.join(partial, 'package.json'), '{"private":true}\n');
        await npm(['install', `${packageName}@${major}`, '--ignore-scripts'], {
          cwd: partial,
          logName: `node-${major}`,
        }).catch(error => cannotHaveNode(major, error));
        // It is run once before it counts as installed: on a musl system, say, it is there and does not start.
        await promisify(execFile)(path.join(partial, pathInside), ['--version']).catch(error =>
          cannotHaveNode(major, error),
        );
      },
    ),
  );
  return path.join(folder, pathInside);
}

/**
 * The npm package `node` is a script that installs one of these. Asking for the right one at once needs no
 * install scripts, which npm is about to refuse by default.
 */
function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const appleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  return `${appleSilicon ? 'node-bin' : 'node'}-${platform}-${process.arch}`;
}

/**
 * @param {number} major
 * @param {unknown} error
 * @returns {never}
 */
function cannotHaveNode(major, error) {
  if (error instanceof CannotGoOn) throw error;
  throw new CannotGoOn(
    `npm has no Node ${major} for this machine: install Node ${major} from https://nodejs.org.`,
  );
}
