/** npm, run under the Node that we choose and not under the one that npm itself was started with. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { exists } from './cache.mjs';
import { CommandFailed, runLogged } from './run-logged.mjs';
import { CannotGoOn } from './say.mjs';

/**
 * @param {readonly string[]} npmArguments
 * @param {{ cwd: string, node?: string, env?: NodeJS.ProcessEnv, logName: string }} options
 */
export async function npm(npmArguments, { cwd, node = process.execPath, env = {}, logName }) {
  const script = await npmScript();
  const command = /** @type {const} */ ([node, script, ...npmArguments, '--no-audit', '--no-fund']);
  try {
    await runLogged(command, { cwd, logName, env: { ...environmentFor(node), ...env } });
  } catch (error) {
    const output = error instanceof CommandFailed ? error.output : '';
    const unreachable = /(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT) (\S+)/.exec(output)?.[1];
    if (unreachable) {
      throw new CannotGoOn(
        `npm could not reach ${unreachable}: connect to the network, or set npm's proxy, and run this again.`,
      );
    }
    throw error;
  }
}

async function npmScript() {
  const nodeFolder = path.dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    path.join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '').split(path.delimiter).map(folder => path.join(folder, 'npm')),
  ];
  for (const candidate of candidates) {
    if (!candidate || !(await exists(candidate))) continue;
    // On Unix, `npm` on the PATH is a link to the script itself; elsewhere it may be a shell wrapper.
    const script = await realpath(candidate);
    if (path.basename(script) === 'npm-cli.js') return script;
  }
  throw new CannotGoOn('there is no npm beside this Node: install npm (on Debian: apt-get install npm).');
}

/**
 * `npm test` hands its own user agent down, and an npm below it would believe that: install scripts that ask
 * which Node runs them (code-server's does) would be told the outer one.
 *
 * @param {string} node
 */
function environmentFor(node) {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|config_user_agent|config_local_prefix|config_prefix|command)/i.test(name),
  );
  const environment = Object.fromEntries(inherited);
  environment.PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
  return environment;
}
