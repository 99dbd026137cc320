/**
 * Makes a fresh clone able to run one of its own TypeScript programs, and runs it:
 *
 *     node test/workbench/bootstrap.mjs <entry.ts> [arguments…]
 *
 * It depends on nothing but Node 18 or newer and npm, and is the only part of the project (with `ground/`)
 * for which that must stay true.
 */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './ground/cache.mjs';
import { nodeForScripts } from './ground/node.mjs';
import { ensureNpmPackages } from './ground/npm-packages.mjs';
import { CannotGoOn, runMain } from './ground/say.mjs';
import { terminalProgram } from './ground/terminal-program.mjs';

await runMain(async () => {
  const [entry, ...entryArguments] = process.argv.slice(2);
  if (!entry) throw new CannotGoOn('say which program to run: bootstrap.mjs <entry.ts> [arguments…]');
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
  const node = await nodeForScripts();
  await ensureNpmPackages(root, node);
  if (path.resolve(root, entry) !== path.join(root, 'src', 'terminal', 'main.ts'))
    return run(node, [path.resolve(root, entry), ...entryArguments], process.env);
  const NODE_COMPILE_CACHE = path.join(cacheFolder(), 'compiled-by-node');
  // With Node's own option for this, each start would read all maps.
  const names = new URL('ground/source-names.mjs', import.meta.url);
  const program = ['--import', names.href, await terminalProgram(root), ...entryArguments];
  return run(node, program, { NODE_COMPILE_CACHE, ...process.env });
});

/**
 * Becomes the other program as nearly as Node allows: its input and output are ours, a signal that reaches
 * us reaches it, and we end as it ends.
 *
 * @param {string} node
 * @param {readonly string[]} programArguments
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<number>}
 */
function run(node, programArguments, environment) {
  // What the program starts (mocha, tsc, biome) must meet the same Node, whose folder is therefore first.
  const PATH = `${path.dirname(node)}${path.delimiter}${environment.PATH ?? ''}`;
  // Early releases of Node 24 still warn that running TypeScript is new.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...programArguments], {
    stdio: 'inherit',
    env: { ...environment, PATH },
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  // Ctrl+C in a terminal reaches the whole process group; passing it on as well would deliver it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
